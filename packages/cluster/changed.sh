#!/usr/bin/env bash
# changed.sh COMMIT: exits with 0 when a file that `make test-cluster` tests differs from that commit, committed or not. Also exits with 0 when the
# commit is unknown, because the difference is then unknown too.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
git rev-parse --quiet --verify "$1^{commit}" >/dev/null || exit 0
paths=(charts deploy services/services.json packages/cluster)
! git diff --quiet "$1" -- "${paths[@]}" || [ -n "$(git ls-files --others --exclude-standard -- "${paths[@]}")" ]
