#!/usr/bin/env bash
# Gives a fresh root what this machine needs to reach its registries, and nothing else: names, certificates, apt's sources, npm's and
# Maven's settings. Read from this machine at every run; none of it is in the repository or in the cached Debian.
set -euo pipefail
root=$1
give() { [ ! -f "$1" ] || install -D -m 600 "$1" "$root$2"; }

cp --dereference /etc/resolv.conf /etc/hosts "$root/etc/"
suite=$(. "$root/etc/os-release" && echo "$VERSION_CODENAME")
if grep -qs "^VERSION_CODENAME=$suite$" /etc/os-release; then
  rm -f "$root"/etc/apt/sources.list
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} /usr/share/keyrings/*; do
    [ ! -f "$file" ] || install -D -m 644 "$file" "$root$file"
  done
fi
# Proxies and the like, wherever they are set.
apt-config dump 2>/dev/null | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/90-of-the-machine" || true

for file in /usr/local/share/ca-certificates/*.crt; do [ ! -f "$file" ] || install -D -m 644 "$file" "$root$file"; done
chroot "$root" update-ca-certificates >/dev/null 2>&1
# Where a variable names a bundle elsewhere, it lies there in the root too.
env | sed -nE 's/^[A-Z_]*(CA_CERTS|CA_BUNDLE|CERT_FILE|CAINFO)=//p' | while read -r file; do
  [ ! -f "$file" ] || [ -e "$root$file" ] || install -D -m 644 "$file" "$root$file"
done

give "$HOME/.npmrc" /root/.npmrc
give "$(npm config get globalconfig 2>/dev/null)" /usr/local/etc/npmrc
give "$HOME/.m2/settings.xml" /root/.m2/settings.xml
