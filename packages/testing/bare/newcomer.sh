#!/usr/bin/env bash
# newcomer.sh BASE RUN: the run itself, which test-bare.sh starts in separate namespaces. Prepares the machine and follows the README.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
base=$1 run=$2 root=$2/root
# The first process of a pid namespace receives only signals for which it has a trap.
trap 'exit 130' INT TERM
say() { echo "test-bare: $*"; }
fail() { say "$*" >&2; exit 1; }

mount -t overlay overlay -o "lowerdir=$base,upperdir=$run/above,workdir=$run/work" "$root" 2>/dev/null ||
  { say 'no overlay here: copying the bare Debian'; cp -a "$base/." "$root"; }
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
"$here/give-settings.sh" "$root"
"$here/give-node.sh" "$root"
mkdir -p "$root/root" && mv "$run/clone" "$root/root/precis"

mapfile -t settings < <(env | grep -iE '^((https?|no|all|ftp)_proxy|npm_config_[a-z_]+|[a-z_]*(CA_CERTS|CA_BUNDLE|CERT_FILE|CERT_DIR|CAINFO)|MAVEN_OPTS)=')
newcomer() {
  env -i "${settings[@]}" HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "${extra[@]}" \
    chroot "$root" bash -c "cd && cd precis && $1"
}
extra=()
newcomer '. /etc/os-release; echo "test-bare: $PRETTY_NAME, node $(node -v), npm $(npm -v), $(git --version), $(make --version | head -1)"'
for missing in java redis-server curl python3 gcc; do
  newcomer "! command -v $missing >/dev/null" || fail "the bare Debian has $missing"
done

# The run shares this machine's network, so another program may already listen on port 8080.
(exec 3<>/dev/tcp/127.0.0.1/8080) 2>/dev/null && extra=(PORT=18080)
say '$ make start'
log=$run/start.log began=$SECONDS
set -m # starts it in a separate process group, in which SIGINT is not ignored
newcomer 'make start' >"$log" 2>&1 &
started=$!
set +m
line() { grep -A3 -m1 '^ *curl ' "$log" | sed -n '1,/[^\\]$/p'; }
until [[ $(line) == *"'" ]]; do
  kill -0 $started 2>/dev/null || { cat "$log"; fail 'make start ended'; }
  [ $((SECONDS - began)) -lt 900 ] || { cat "$log"; fail 'no curl line within 900 s'; }
  sleep 0.2
done
say "the curl line came after $((SECONDS - began)) s"
line
# The bare Debian has no curl, so this machine's curl runs the line. Both share one network.
answer=$(bash -c "$(line) --write-out '\n%{http_code}'" ) || { cat "$log"; fail 'curl failed'; }
[ "$(tail -1 <<<"$answer")" = 200 ] || fail "the curl line answered $answer"
grep -q '"summary"' <<<"$answer" || fail "no summary in $answer"
say "200 with a summary of ${#answer} bytes"
kill -INT -- -$started
wait $started && ended=0 || ended=$?
say "ended by Ctrl-C with $ended"
left=$(for process in /proc/[0-9]*; do [ "$(readlink "$process/root")" = "$root" ] && tr '\0' ' ' <"$process/cmdline" && echo; done || true)
[ -z "$left" ] || fail "left running: $left"
say 'nothing is left running'

say '$ make test'
began=$SECONDS
extra=(REQUIRE_BACKENDS=1 "${extra[@]}")
newcomer 'make test' || fail "make test is red after $((SECONDS - began)) s"
say "make test is green after $((SECONDS - began)) s"
