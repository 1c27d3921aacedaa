/** The address of the node for pods; up.sh assigns it. */
export const NODE_ADDRESS = '10.77.0.1';
/** The name server of the pods and of the node's own programs. */
export const CLUSTER_DNS = '10.96.0.10';
/** The network of the pods, which also contains an address of the node. */
export const POD_NETWORK = '10.244.0.0/16';

/** Postgres' port on the node's address. */
export const POSTGRES_PORT = 5432;

/** Ports on the node's loopback, which pods reach at their own loopback: services accept plain http only there. */
export const LOOPBACK_PORTS = {
  front: 20_080,
  google: 20_081,
  stripe: 20_082,
  btcpay: 20_083,
  smtp: 20_025,
  mails: 20_026,
};

/** The public address of the product: the Service of the web app, through a forwarder on the loopback of the node. */
export const PUBLIC_URL = `http://127.0.0.1:${LOOPBACK_PORTS.front}`;
