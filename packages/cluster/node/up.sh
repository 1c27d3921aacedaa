#!/usr/bin/env bash
# Process 1 of its own pid, network and mount namespaces: starts a Kubernetes of one node and runs "$@" in it. When this process ends, however
# it does, the kernel ends all others. CLUSTER_RUN, CLUSTER_LOGS, CLUSTER_CONTAINERD and PATH come from start-cluster.ts.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
R=$CLUSTER_RUN L=$CLUSTER_LOGS P=$CLUSTER_RUN/pki IP=10.77.0.1 SOCKET=/run/containerd/containerd.sock
trap 'exit 143' TERM INT
say() { printf 'cluster: %s\n' "$*"; }
fail() { say "$*" >&2; tail -5 "$L"/*.log >&2; exit 1; }
# until_true SECONDS WHAT COMMAND...: repeats the command until it succeeds. After SECONDS it fails with WHAT.
until_true() { local end=$((SECONDS + $1)) what=$2; shift 2; until "$@" >/dev/null 2>&1; do ((SECONDS < end)) || fail "$what did not come up"; sleep 0.2; done; }

# The machine does not see these mounts. What the parts write to /run and /var/log ends with this namespace.
mount --make-rprivate / && mount --make-rshared /
mount -t tmpfs tmpfs /run && mkdir -p /run/lock /run/netns && mount -t tmpfs tmpfs /var/log
mkdir -p "$L" "$R"/{etcd,kubelet,cni,tmp} "$CLUSTER_CONTAINERD" && mount --bind "$R/tmp" /tmp && chmod 1777 /tmp
# containerd, its plugins and the kubelet write to these folders regardless of their settings.
for place in /var/lib/cni /var/lib/kubelet /opt/containerd /etc/cni; do [ ! -d "$place" ] || mount -t tmpfs tmpfs "$place"; done

# A network that reaches nothing outside.
ip link set lo up
ip link add node0 type veth peer name node0p && ip addr add $IP/24 dev node0 && ip link set node0 up && ip link set node0p up
ip route add default dev node0
sysctl -qw net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1 2>/dev/null || true
"$here/loopback-doors.sh" node

bash "$here/certs.sh" "$P" $IP
export KUBECONFIG=$P/admin.kubeconfig
etcd --data-dir "$R/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380 \
  --initial-advertise-peer-urls http://127.0.0.1:2380 --initial-cluster default=http://127.0.0.1:2380 --unsafe-no-fsync >"$L/etcd.log" 2>&1 &
kube-apiserver --etcd-servers=http://127.0.0.1:2379 --service-cluster-ip-range=10.96.0.0/16 --advertise-address=$IP --bind-address=0.0.0.0 --secure-port=6443 \
  --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true \
  --client-ca-file="$P/ca.crt" --tls-cert-file="$P/apiserver.crt" --tls-private-key-file="$P/apiserver.key" \
  --service-account-key-file="$P/sa.pub" --service-account-signing-key-file="$P/sa.key" --service-account-issuer=https://kubernetes.default.svc.cluster.local \
  --kubelet-client-certificate="$P/admin.crt" --kubelet-client-key="$P/admin.key" --kubelet-certificate-authority="$P/ca.crt" --kubelet-preferred-address-types=InternalIP \
  --requestheader-client-ca-file="$P/front-proxy-ca.crt" --requestheader-allowed-names=front-proxy-client --requestheader-extra-headers-prefix=X-Remote-Extra- \
  --requestheader-group-headers=X-Remote-Group --requestheader-username-headers=X-Remote-User \
  --proxy-client-cert-file="$P/front-proxy.crt" --proxy-client-key-file="$P/front-proxy.key" --enable-aggregator-routing=true >"$L/kube-apiserver.log" 2>&1 &

cat >"$R/cni/10-pods.conflist" <<K
{"cniVersion":"1.0.0","name":"pods","plugins":[
 {"type":"bridge","bridge":"cni0","isGateway":true,"ipMasq":true,"hairpinMode":true,
  "ipam":{"type":"host-local","dataDir":"/run/cni-ipam","ranges":[[{"subnet":"10.244.0.0/24"}]],"routes":[{"dst":"0.0.0.0/0"}]}},
 {"type":"portmap","capabilities":{"portMappings":true}},
 {"type":"loopback-doors.sh"}]}
K
mkdir -p /run/cni-bin && cp /usr/lib/cni/* /run/cni-bin/ && cp "$here/loopback-doors.sh" /run/cni-bin/
"$here/containerd-settings.sh" /run/cni-bin "$R/cni" "$CLUSTER_CONTAINERD" >"$R/containerd.toml"
containerd -c "$R/containerd.toml" >"$L/containerd.log" 2>&1 &
until_true 60 containerd ctr -a $SOCKET version
# After a killed run its containers no longer exist, but containerd still lists them. Removes these entries.
for kind in tasks containers; do ctr -a $SOCKET -n k8s.io $kind ls -q | xargs -r ctr -a $SOCKET -n k8s.io $kind rm >/dev/null 2>&1 || true; done

until_true 120 'the API server' kubectl get --raw /readyz
as() { echo "--kubeconfig=$P/$1.kubeconfig --authentication-kubeconfig=$P/$1.kubeconfig --authorization-kubeconfig=$P/$1.kubeconfig"; }
# shellcheck disable=SC2046 # the result must be split into words
kube-controller-manager $(as kube-controller-manager) --use-service-account-credentials --service-account-private-key-file="$P/sa.key" --root-ca-file="$P/ca.crt" \
  --cluster-signing-cert-file="$P/ca.crt" --cluster-signing-key-file="$P/ca.key" --allocate-node-cidrs --cluster-cidr=10.244.0.0/16 \
  --service-cluster-ip-range=10.96.0.0/16 --leader-elect=false --horizontal-pod-autoscaler-sync-period=5s \
  --horizontal-pod-autoscaler-cpu-initialization-period=30s --horizontal-pod-autoscaler-initial-readiness-delay=10s >"$L/kube-controller-manager.log" 2>&1 &
# shellcheck disable=SC2046
kube-scheduler $(as kube-scheduler) --leader-elect=false >"$L/kube-scheduler.log" 2>&1 &
cat >"$R/kubelet.yaml" <<K
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false
failSwapOn: false
cgroupDriver: cgroupfs
containerRuntimeEndpoint: unix://$SOCKET
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $P/ca.crt}}
authorization: {mode: Webhook}
tlsCertFile: $P/kubelet-server.crt
tlsPrivateKeyFile: $P/kubelet-server.key
clusterDNS: [10.96.0.10]
clusterDomain: cluster.local
resolvConf: ""
maxPods: 110
evictionHard: {memory.available: 50Mi, nodefs.available: 1%, nodefs.inodesFree: 1%, imagefs.available: 1%}
imageGCHighThresholdPercent: 100
K
kubelet --config="$R/kubelet.yaml" --kubeconfig="$P/kubelet.kubeconfig" --hostname-override=node1 --node-ip=$IP --root-dir="$R/kubelet" >"$L/kubelet.log" 2>&1 &
cat >"$R/kube-proxy.yaml" <<K
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clientConnection: {kubeconfig: $P/kube-proxy.kubeconfig}
mode: nftables
clusterCIDR: 10.244.0.0/16
hostnameOverride: node1
conntrack: {maxPerCore: 0, min: 0}
K
kube-proxy --config="$R/kube-proxy.yaml" >"$L/kube-proxy.log" 2>&1 &
until_true 120 'the node' kubectl wait --for=condition=Ready node/node1 --timeout=1s
say "Kubernetes $(kubectl get node node1 -o jsonpath='{.status.nodeInfo.kubeletVersion}') is up after $SECONDS s"
"$@"
