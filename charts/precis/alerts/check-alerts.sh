#!/bin/sh
# Checks the rules and runs their tests with promtool, from the apt package `prometheus` or PROMTOOL=path. Exits with 3 if promtool is missing.
set -eu
cd "$(dirname "$0")"
promtool=${PROMTOOL:-$(command -v promtool || true)}
if [ -z "$promtool" ]; then
  echo 'promtool is missing: apt-get install prometheus, or PROMTOOL=path. The alerts were NOT checked.' >&2
  exit 3
fi
"$promtool" check rules precis.rules.yaml
# Each file by itself, because promtool uses one processor.
printf '%s\n' tests/*.yaml | xargs -n 1 -P "$(nproc)" "$promtool" test rules
