#!/usr/bin/env bash
# give-settings.sh ROOT: copies the settings with which this machine reaches its registries into a root file system: host names, certificates, the
# settings of apt, npm and Maven. Copied anew in every run, so that neither the repository nor the cached Debian contains them.
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
# apt's settings for downloads, such as proxies, from whichever file has them.
apt-config dump 2>/dev/null | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/90-of-the-machine" || true

for file in /usr/local/share/ca-certificates/*.crt; do [ ! -f "$file" ] || install -D -m 644 "$file" "$root$file"; done
chroot "$root" update-ca-certificates >/dev/null 2>&1
# If a variable names a bundle of certificates elsewhere, the root gets it at the same path.
env | sed -nE 's/^[A-Z_]*(CA_CERTS|CA_BUNDLE|CERT_FILE|CAINFO)=//p' | while read -r file; do
  [ ! -f "$file" ] || [ -e "$root$file" ] || install -D -m 644 "$file" "$root$file"
done

give "$HOME/.npmrc" /root/.npmrc
give "$(npm config get globalconfig 2>/dev/null)" /usr/local/etc/npmrc
give "$HOME/.m2/settings.xml" /root/.m2/settings.xml
