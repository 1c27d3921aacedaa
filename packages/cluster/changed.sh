#!/usr/bin/env bash
# changed.sh COMMIT: succeeds when something that a cluster shows has changed since that commit, in commits or beside them; so does a commit that
# is not known, since then nobody can tell.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
git rev-parse --quiet --verify "$1^{commit}" >/dev/null || exit 0
paths=(charts deploy services/services.json packages/cluster)
! git diff --quiet "$1" -- "${paths[@]}" || [ -n "$(git ls-files --others --exclude-standard -- "${paths[@]}")" ]
