#!/usr/bin/env bash
# Tests both commands of the README as a newcomer would use them. In a Debian with nothing but Node 20, npm 11, git and make it clones HEAD, runs
# `make start` and the curl line that this prints, then `make test`. Needs Linux and root. Mounts and processes are in separate namespaces, so none
# remains even after a killed run; the next run removes its folder. The bare Debian is made once and cached. Each run writes to a layer above it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(git -C "$here" rev-parse --show-toplevel)

fail() { echo "test-bare: $*" >&2; exit 1; }
[ "$(uname)" = Linux ] || fail 'needs Linux (debootstrap, chroot)'
[ "$(id -u)" = 0 ] || fail 'needs root, for debootstrap and chroot: sudo make test-bare'
unshare --mount --pid --fork true 2>/dev/null || fail 'this root may not mount (a container without CAP_SYS_ADMIN?)'

cache=${PRECIS_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/precis}
mkdir -p "$cache"
base=$("$here/bare-debian.sh" "$cache")

# Removes the folders of killed runs, which contain this machine's settings. A run that still continues holds the lock of its folder.
for old in "$cache"/bare-run-*; do [ ! -d "$old" ] || flock --nonblock "$old" rm -rf --one-file-system "$old" || true; done
run=$(mktemp -d "$cache/bare-run-XXXXXX")
exec 9<"$run" && flock 9
trap 'rm -rf --one-file-system "$run"' EXIT
mkdir "$run"/{above,work,root}
[ -z "$(git -C "$repository" status --porcelain)" ] || echo 'test-bare: uncommitted changes are NOT part of this run, it clones HEAD' >&2
git clone --quiet --no-local "$repository" "$run/clone"

started=$SECONDS
setpriv --pdeathsig KILL unshare --mount --pid --mount-proc --fork --kill-child -- "$here/newcomer.sh" "$base" "$run"
echo "test-bare: green after $((SECONDS - started)) s"
