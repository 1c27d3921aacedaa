#!/bin/bash
# certs.sh FOLDER ADDRESS: creates a new certificate authority, and a certificate and a kubeconfig for every part of a one-node cluster.
set -euo pipefail
D=$1 IP=$2; umask 077; mkdir -p "$D"; cd "$D"
key() { openssl ecparam -name prime256v1 -genkey -noout -out $1.key 2>/dev/null; }
# ca NAME
ca() { key $1; openssl req -x509 -new -key $1.key -days 30 -subj "/CN=$1" -out $1.crt -addext keyUsage=critical,keyCertSign,cRLSign -addext basicConstraints=critical,CA:TRUE 2>/dev/null; }
# cert NAME SUBJECT CA EXT
cert() { key $1; openssl req -new -key $1.key -subj "$2" -out $1.csr 2>/dev/null
  openssl x509 -req -in $1.csr -CA $3.crt -CAkey $3.key -CAcreateserial -days 30 -out $1.crt -extfile <(echo "keyUsage=critical,digitalSignature,keyEncipherment"; echo "$4") 2>/dev/null; }
C=extendedKeyUsage=clientAuth
ca ca; ca front-proxy-ca
cert apiserver /CN=kube-apiserver ca "extendedKeyUsage=serverAuth
subjectAltName=DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local,DNS:localhost,IP:127.0.0.1,IP:10.96.0.1,IP:$IP"
cert kubelet-server /O=system:nodes/CN=system:node:node1 ca "extendedKeyUsage=serverAuth
subjectAltName=DNS:node1,IP:$IP"
cert admin /O=system:masters/CN=admin ca $C
cert kube-controller-manager /CN=system:kube-controller-manager ca $C
cert kube-scheduler /CN=system:kube-scheduler ca $C
cert kube-proxy /CN=system:kube-proxy ca $C
cert kubelet /O=system:nodes/CN=system:node:node1 ca $C
cert front-proxy /CN=front-proxy-client front-proxy-ca $C
openssl genrsa -out sa.key 2048 2>/dev/null; openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null
b() { base64 -w0 < $1; }
for u in admin kube-controller-manager kube-scheduler kube-proxy kubelet; do cat > $u.kubeconfig <<K
apiVersion: v1
kind: Config
current-context: c
contexts: [{name: c, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "https://$IP:6443", certificate-authority-data: $(b ca.crt)}}]
users: [{name: u, user: {client-certificate-data: $(b $u.crt), client-key-data: $(b $u.key)}}]
K
done
