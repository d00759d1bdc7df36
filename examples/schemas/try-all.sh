#!/usr/bin/env bash
# Runs the eight recipes of docs/recipes.md on the shops' real tables: plan, pass, explain, and every row afterwards.
#
#   examples/schemas/try-all.sh [FOLDER]     # of DDL files; default ../shared/schemas beside this project
#
# PostgreSQL and MariaDB are brought by the tests themselves, or named: see CONTRIBUTING.md. The build leaves this set out
# where the folder is absent.
set -euo pipefail
cd "$(dirname "$0")/../.."
ORDER_TIMEOUT_SCHEMAS=$(realpath "${1:-../shared/schemas}")
export ORDER_TIMEOUT_SCHEMAS
ls "$ORDER_TIMEOUT_SCHEMAS"/*.sql
exec mvn -B -ntp -q -pl apply-once,core,test-kit,jdbc-store test -Dtest='*ShapeTest' -Dsurefire.failIfNoSpecifiedTests=false
