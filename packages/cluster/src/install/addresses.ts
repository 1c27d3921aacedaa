/** The node, as pods reach it; up.sh gives it this address. */
export const NODE_ADDRESS = '10.77.0.1';
/** Where pods and the node's own programs look names up. */
export const CLUSTER_DNS = '10.96.0.10';
/** The network of the pods; pods also see the node at an address in it. */
export const POD_NETWORK = '10.244.0.0/16';

/** On the node's address. */
export const PORTS = { postgres: 5432, redis: 6379 };

/** On the node's loopback, which pods reach as their own: addresses that services accept in plain http only there. */
export const LOOPBACK_PORTS = {
  front: 20_080,
  google: 20_081,
  stripe: 20_082,
  btcpay: 20_083,
  smtp: 20_025,
  mails: 20_026,
};

export const PUBLIC_URL = `http://127.0.0.1:${LOOPBACK_PORTS.front}`;
