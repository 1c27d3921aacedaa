#!/usr/bin/env bash
# give-node.sh ROOT: puts Node 20 and npm 11 into a root file system. Takes this machine's own if they have these versions, else npm's packages.
set -euo pipefail
root=$1
fetched=$(mktemp -d)
trap 'rm -rf "$fetched"' EXIT
cd "$fetched" # away from the repository, whose packages have another Node

node=$(readlink -f "$(command -v node)")
if [[ $(node -v) != v20.* ]]; then
  npm install --silent --no-save --prefix "$fetched" "node-linux-$(node -p process.arch)@20"
  node=$(echo "$fetched"/node_modules/node-linux-*/bin/node)
fi
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
if [[ $(npm -v) != 11.* ]]; then
  npm install --silent --no-save --prefix "$fetched" npm@11
  npm=$fetched/node_modules/npm
fi

install -D -m 755 "$node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -a "$npm" "$root/usr/local/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
