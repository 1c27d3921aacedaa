#!/usr/bin/env bash
# A CNI plugin with which a pod reaches programs on the node's loopback at its own loopback. Services accept plain http only from loopback, where the
# simulators of providers and the receivers of webhooks listen. `loopback-doors.sh node` prepares the node, once. Afterwards containerd calls this
# plugin for each pod, after the plugins that make its network. Only the ports in DOORS are forwarded. IP is an address of the node for this alone.
set -euo pipefail
IP=10.77.0.2 FROM=10.244.0.0/16 DOORS=20000-49999
if [ "${1:-}" = node ]; then
  # A program on the node that asks for any free port gets one of the forwarded ports.
  sysctl -qw net.ipv4.conf.all.route_localnet=1 net.ipv4.ip_local_port_range='20000 49999'
  ip addr add $IP/32 dev lo
  exec nft -f - <<N
table ip loopback-doors {
  chain prerouting { type nat hook prerouting priority -110; ip saddr $FROM ip daddr $IP tcp dport $DOORS dnat to 127.0.0.1; }
}
N
fi
settings=$(cat)
case $CNI_COMMAND in
  VERSION) echo '{"cniVersion":"1.0.0","supportedVersions":["0.4.0","1.0.0"]}' ;;
  ADD)
    # A program in the pod that asks for any free port gets one that is not forwarded: standalone reaches its own mailbox at such a port.
    nsenter --net="$CNI_NETNS" sh -eu <<N >&2
ip link set lo up
sysctl -qw net.ipv4.conf.all.route_localnet=1 net.ipv4.ip_local_port_range='50000 60999'
nft -f - <<R
table ip loopback-doors {
  chain output { type nat hook output priority -100; ip daddr 127.0.0.1 tcp dport $DOORS dnat to $IP; }
  chain postrouting { type nat hook postrouting priority 100; ip saddr 127.0.0.1 ip daddr $IP masquerade; }
}
R
N
    # A plugin must print a result. This one changes nothing in the result of the previous plugin.
    "$CLUSTER_NODE" -e 'console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).prevResult))' <<<"$settings"
    ;;
esac
