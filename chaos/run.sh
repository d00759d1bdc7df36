#!/usr/bin/env bash
# Plays seeds of chaos, one after another, and prints a line of a Markdown table for each.
#   chaos/run.sh --seeds 1..20 --minutes 10                       on a PostgreSQL of its own
#   chaos/run.sh --database mariadb --seeds 1..20 --minutes 10    on a MariaDB of its own
#   chaos/run.sh --url 'jdbc:postgresql://localhost:5432/test?user=test'   on a given server, which is not stopped
#   chaos/run.sh --leases shedlock ...                            the nodes share six shards by ShedLock's locks
set -euo pipefail
module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if [ ! -f "$module/target/class-path" ]; then
  (cd "$module/.." && mvn -B -ntp -q -pl chaos -am -DskipTests package)
fi
jars=("$module"/target/order-timeout-chaos-*.jar)
exec java -Xmx512m -cp "${jars[0]}:$(cat "$module/target/class-path")" io.github.ordertimeout.chaos.Chaos "$@"
