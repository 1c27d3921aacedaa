import { SERVICE_LIST } from '@precis/runtime/service-list';
import { PREFIX, REGISTRY } from '../images/service-images.js';
import { NODE_ADDRESS, POD_NETWORK, POSTGRES_PORT, PUBLIC_URL } from './addresses.js';
import type { Surroundings } from './surroundings.js';

/** Chosen for fast tests; the chart's own values wait for five minutes. */
const QUICK = { stabilizationWindowSeconds: 15, policies: [{ type: 'Pods', value: 2, periodSeconds: 15 }] };
/** On two processors the cold start of a pod makes its neighbours busy for half a minute, which is no reason to start two more pods. */
const NOT_COLD_STARTS = { stabilizationWindowSeconds: 45 };
/** This cluster's DNS keeps a name for 5 s, so a stopping pod need not serve for 35 s. */
const SOON_FORGOTTEN = { DRAIN_DELAY_MS: '8000' };
/** The node has two processors. The chart's own CPU requests add up to four for three copies of each service. */
const SMALL = { resources: { requests: { cpu: '10m', memory: '64Mi' } } };

/** The values that an operator would write for these surroundings, in addition to one of the chart's variants, which sets the number of copies. */
export function releaseValues(around: Surroundings, tag: string): object {
  const { redisHost, redisPort } = around;
  const small = Object.fromEntries([...SERVICE_LIST.map(({ name }) => name), 'web'].map((name) => [name, SMALL]));
  const services: Record<string, { env?: object; [value: string]: unknown }> = {
    auth: { env: { PASSWORD_HASHING: 'light', GOOGLE_ISSUER: around.google.GOOGLE_ISSUER } },
    billing: { env: { STRIPE_API_URL: around.payments.STRIPE_API_URL } },
    notifications: { env: { WEBHOOK_PRIVATE_TARGETS: 'on' } },
    // Two copies are enough for 50 calls a second. Small enough for the node to reach the target of the autoscaler.
    gateway: {
      env: manyTests(100),
      resources: { requests: { cpu: '200m', memory: '128Mi' } },
      autoscaling: { minReplicas: 2, maxReplicas: 4, behavior: { scaleUp: NOT_COLD_STARTS, scaleDown: QUICK } },
    },
    usage: { replicas: 2, autoscaling: { enabled: false } },
    summarisation: { replicas: 2, autoscaling: { enabled: false } },
  };
  return {
    publicUrl: PUBLIC_URL,
    trustedProxies: [POD_NETWORK],
    image: { registry: REGISTRY, prefix: PREFIX, tag, pullPolicy: 'Never' },
    postgresql: { host: NODE_ADDRESS, port: POSTGRES_PORT, parameters: '' },
    kafka: { brokers: around.kafka.brokers, ssl: false, sasl: { mechanism: 'plain' }, replicationFactor: 1 },
    redis: { host: redisHost, port: redisPort, tls: false, password: false },
    caBundle: { existingConfigMap: '' },
    mail: { from: 'Precis <no-reply@precis.example>' },
    googleSignIn: 'on',
    passwordBlocklist: 'off',
    // Both would need a name instead of an address, and nothing here uses them.
    ingress: { enabled: false },
    httpRoute: { enabled: false },
    tests: { mailbox: around.mailsUrl },
    services: Object.fromEntries(
      Object.entries(small).map(([name, one]) => {
        const { env, ...own } = services[name] ?? {};
        return [name, { ...one, ...own, env: { ...SOON_FORGOTTEN, ...env } }];
      }),
    ),
  };
}

/** All tests come from one address. For a gateway on the same machine it is loopback, which has ten times each limit anyway. */
function manyTests(factor: number): Record<string, string> {
  const usual: Record<string, number> = {
    THROTTLE_KEY_PER_SECOND: 50,
    THROTTLE_KEY_BURST: 200,
    THROTTLE_ADDRESS_PER_SECOND: 100,
    THROTTLE_ADDRESS_BURST: 400,
    THROTTLE_REGISTER_PER_HOUR: 120,
    THROTTLE_LOGIN_PER_HOUR: 300,
    THROTTLE_MAIL_PER_HOUR: 120,
    THROTTLE_LINK_PER_HOUR: 300,
    THROTTLE_PLAYGROUND_PER_HOUR: 240,
    THROTTLE_PLAYGROUND_ADDRESS_PER_HOUR: 1_200,
    THROTTLE_NEW_KEY_PER_HOUR: 60,
    THROTTLE_QUOTE_PER_HOUR: 600,
    THROTTLE_CHECKOUT_PER_HOUR: 120,
    THROTTLE_DOWNLOAD_PER_HOUR: 120,
    THROTTLE_BATCH_PER_HOUR: 240,
    THROTTLE_CANCEL_PER_HOUR: 60,
    CONNECTIONS_PER_ADDRESS: 500,
  };
  return Object.fromEntries(Object.entries(usual).map(([name, limit]) => [name, String(limit * factor)]));
}
