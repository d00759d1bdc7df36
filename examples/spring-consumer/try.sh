#!/usr/bin/env bash
# Starts the consumer on each Boot line, with the jars of this checkout. They are deployed into a directory below target/,
# which is also the local repository of the consumer's builds: nothing of ours gets into yours.
#
#   examples/spring-consumer/try.sh [BOOT_VERSION ...]
set -euo pipefail
cd "$(dirname "$0")/../.."
here=examples/spring-consumer
target="$PWD/$here/target"
mkdir -p "$target"
lines=("$@")
[ ${#lines[@]} -gt 0 ] || lines=(3.5.7 4.0.7 4.1.2)

mvn -B -ntp -q deploy -DskipTests -Dspotless.check.skip -Dmaven.install.skip \
    -pl .,apply-once,core,test-kit,jdbc-store,spring-autoconfigure,spring-boot-starter \
    -DaltDeploymentRepository="checkout::file:$target/repository"

for line in "${lines[@]}"; do
    echo "Spring Boot $line:"
    rm -rf "$target/local/io/github/ordertimeout"
    mvn -B -ntp -q -f "$here/pom.xml" -s "$here/settings.xml" -Dmaven.repo.local="$target/local" \
        -Dcheckout.repository="file://$target/repository" -Dspring-boot.version="$line" \
        compile dependency:build-classpath -Dmdep.outputFile="$target/classpath"
    java -cp "$target/classes:$(cat "$target/classpath")" shop.Application >"$target/output" || { cat "$target/output"; exit 1; }
    grep "Order 1 was closed" "$target/output"
done
