#!/usr/bin/env bash
# bare-debian.sh CACHE: prints the folder of a bare Debian in the cache folder. Makes it with debootstrap if it does not exist yet.
set -euo pipefail
cache=$1
include=git,make,ca-certificates

# On Debian, this machine's own release and mirror. Otherwise bookworm, from debootstrap's default mirror.
release() { . /etc/os-release; [ "$ID" = debian ] && echo "${VERSION_CODENAME:-bookworm}" || echo bookworm; }
mirror() { apt-get indextargets --format '$(SITE) $(CODENAME)' 'Identifier: Packages' 2>/dev/null | awk -v release="$suite" '$2 == release { print $1; exit }'; }

suite=$(release)
base=$cache/bare-$suite-$(uname -m)
if [ ! -d "$base" ]; then
  if ! command -v debootstrap >/dev/null; then
    echo 'test-bare: installing debootstrap' >&2
    { apt-get -qq update && apt-get -qq install -y debootstrap debian-archive-keyring; } >&2 ||
      { echo 'test-bare: needs debootstrap. On Debian: apt-get install debootstrap' >&2; exit 1; }
  fi
  echo "test-bare: making a bare Debian $suite, once (log: $base.log)" >&2
  draft=$(mktemp -d "$base.new-XXXXXX")
  trap 'rm -rf "$draft"' EXIT
  chmod 755 "$draft"
  # shellcheck disable=SC2046 # without a mirror there must be no argument
  debootstrap --variant=minbase --include="$include" "$suite" "$draft" $(mirror) >"$base.log" 2>&1 ||
    { tail -5 "$base.log" >&2; exit 1; }
  # Removed, because a newcomer's machine has no downloaded packages and no package lists either: the run itself downloads them.
  rm -rf "$draft"/var/cache/apt/archives/*.deb "$draft"/var/lib/apt/lists/*
  mv -T "$draft" "$base"
fi
echo "$base"
