import { randomBytes } from 'node:crypto';

export const DATABASE_SERVICES = ['auth', 'billing', 'usage', 'summarisation', 'notifications'] as const;
export type DatabaseService = (typeof DATABASE_SERVICES)[number];
export const SERVICES = [...DATABASE_SERVICES, 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Who calls whom by which secret. */
const CALLERS = ['gateway', 'notifications', 'billing', 'usage', 'operator'] as const;
export type CallerSecrets = Record<(typeof CALLERS)[number], string>;

export interface Surroundings {
  databaseUrls: Record<DatabaseService, string>;
  brokers: string[];
  kafkaPrefix: string;
  smtpUrl: string;
  /** Address of the balancer before the gateways. */
  publicUrl: string;
  redisUrl: string;
  /** gRPC ports of each service's copies; none for notifications. */
  rpcPorts: Record<DatabaseService, number[]>;
  secrets: CallerSecrets;
}

const secret = () => randomBytes(32).toString('base64url');
export const freshSecrets = () => Object.fromEntries(CALLERS.map((caller) => [caller, secret()])) as CallerSecrets;

/** All copies of a service as one gRPC target. */
export const targetOf = (service: DatabaseService, { rpcPorts }: Pick<Surroundings, 'rpcPorts'>) =>
  `ipv4:${rpcPorts[service].map((port) => `127.0.0.1:${port}`).join(',')}`;

/** The environment of each service as an operator would write it; copies differ in their ports alone. */
export function distributedSettings(
  around: Surroundings,
): (service: ServiceName, copy: number) => Record<string, string> {
  const { databaseUrls, brokers, kafkaPrefix, smtpUrl, publicUrl, redisUrl, rpcPorts, secrets } = around;
  const shared: Record<ServiceName, Record<string, string>> = {
    auth: {
      PUBLIC_URL: publicUrl,
      LINK_SECRET: secret(),
      KEY_ENCRYPTION_KEYS: `1=${randomBytes(32).toString('base64')}`,
      API_KEY_PEPPER: secret(),
      EMAIL_HASH_SECRET: secret(),
    },
    billing: {},
    usage: { BILLING_ADDRESS: targetOf('billing', around), CALLER_SECRET: secrets.usage },
    summarisation: {},
    notifications: {
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Precis <no-reply@precis.example>',
      AUTH_ADDRESS: targetOf('auth', around),
      CALLER_SECRET: secrets.notifications,
    },
    gateway: {
      PUBLIC_URL: publicUrl,
      CALLER_SECRET: secrets.gateway,
      ...Object.fromEntries(
        (['auth', 'billing', 'usage', 'summarisation'] as const).map((name) => [
          `${name.toUpperCase()}_ADDRESS`,
          targetOf(name, around),
        ]),
      ),
      REDIS_URL: redisUrl,
    },
  };
  const everywhere = { LOG_LEVEL: 'warn', DRAIN_DELAY_MS: '1200' };
  const callerSecrets = CALLERS.map((caller) => `${caller}=${secrets[caller]}`).join(',');
  return (service, copy) => {
    if (service === 'gateway') return { ...everywhere, ...shared.gateway };
    const rpc: Record<string, string> =
      service === 'notifications'
        ? {}
        : { GRPC_URL: `127.0.0.1:${rpcPorts[service][copy]}`, CALLER_SECRETS: callerSecrets };
    return {
      ...everywhere,
      ...shared[service],
      ...rpc,
      DATABASE_URL: databaseUrls[service],
      KAFKA_BROKERS: brokers.join(','),
      KAFKA_PREFIX: kafkaPrefix,
    };
  };
}
