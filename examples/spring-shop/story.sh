#!/usr/bin/env bash
# Tells the shop's story with curl. Start the shop first:
#   java -jar examples/spring-shop/target/spring-shop.jar
#   examples/spring-shop/story.sh [http://localhost:8080]
set -euo pipefail
shop=${1:-http://localhost:8080}

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
get() { curl -sS -f "$shop$1"; echo; }
post() { curl -sS -f -X POST "$shop$1" ${2:+-H 'Content-Type: application/json' -d "$2"}; echo; }
# remember NAME FIELD PATH [BODY]: posts, shows the answer, and keeps one of its fields.
remember() { local answer; answer=$(post "$3" "${4:-}"); echo "$answer"; printf -v "$1" %s "$(field "$2" <<<"$answer")"; }
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/"; }

# Asks again, for two minutes at most, until the answer holds that text.
until_it_says() {
  for _ in $(seq 120); do
    answer=$(get "$2")
    case $answer in *"$1"*) echo "$answer"; return;; esac
    sleep 1
  done
  echo "Still not '$1': $answer" >&2
  exit 1
}

say "1. Two buyers order tea. The shop reserves 2 × 3 pieces, the warehouse puts them aside."
buy='{"merchant":"acme","sku":"TEA","quantity":3}'
remember first id /orders "$buy"
remember second id /orders "$buy"
get /warehouse/shelves

say "2. The first buyer pays. A second later the provider calls back: paid, and shipped in the same transaction."
remember payment reference "/orders/$first/payments"
post "/provider/payments/$payment/pay"
until_it_says '"status":"paid"' "/orders/$first"

say "3. The second one opens the provider's page and goes for a walk. Nothing is called now: the order closes by itself."
curl -sS -f "$shop/warehouse/trouble" -H 'Content-Type: application/json' -d "{\"order\":$second,\"kinds\":[\"LOSES_ANSWER\"]}"
remember unpaid reference "/orders/$second/payments"
until_it_says '"status":"closed"' "/orders/$second"

say "4. Right before that the payment was cancelled at the provider, so that nobody pays for a closed order:"
get "/provider/payments/$unpaid"

say "5. Its stock came back in the closing transaction. The warehouse did its part as well, but its answer was lost:"
say "   it is called again, two seconds later, with the same key. The pieces go back to the shelf once."
until_it_says '"what":"released","order":"'"$second"'"' /board | grep -o '"stock":.*"payments"' | sed 's/,"payments"//'

say "6. Then money arrives all the same, by a bank transfer that nobody could cancel. It is owed back, and refunded once:"
remember late reference /provider/transfers "{\"order\":\"$second\",\"amount\":37.50}"
until_it_says '"state":"REFUNDED"' "/provider/payments/$late"

say "7. Providers repeat their callbacks. Neither is the first order shipped twice, nor the transfer refunded twice:"
post "/provider/payments/$payment/callback"
post "/provider/payments/$late/callback"
get "/provider/payments/$late"

say "8. Why is the second order closed?"
get "/orders/$second/explain"
