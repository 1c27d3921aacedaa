import { calledBy, CALLERS, SERVICE_LIST } from '@precis/runtime/service-list';
import { randomBytes } from 'node:crypto';

/** The names of the services that have a database. */
export const DATABASE_SERVICES: readonly string[] = SERVICE_LIST.filter(({ database }) => database).map(
  ({ name }) => name,
);
/** One of DATABASE_SERVICES. */
export type DatabaseService = string;
/** The names of all services of services.json. */
export const SERVICES: readonly string[] = SERVICE_LIST.map(({ name }) => name);
/** One of SERVICES. */
export type ServiceName = string;

/** The secrets of the callers. */
export type CallerSecrets = Record<string, string>;

/** Everything around the services that their settings must name. */
export interface Surroundings {
  databaseUrls: Record<DatabaseService, string>;
  brokers: string[];
  kafkaPrefix: string;
  smtpUrl: string;
  /** Address of the balancer in front of the gateways. */
  publicUrl: string;
  redisUrl: string;
  /** Settings of auth for the provider that replaces Google. */
  google: Record<string, string>;
  /** Settings of billing for the simulators of payment providers. */
  payments: Record<string, string>;
  /** gRPC ports of the copies of each service that serves RPCs. */
  rpcPorts: Record<DatabaseService, number[]>;
  /** Address at which the gateways reach the MCP server. */
  mcpUrl: string;
  secrets: CallerSecrets;
}

const secret = () => randomBytes(32).toString('base64url');
/** Creates a new random secret for each caller. */
export const freshSecrets = (): CallerSecrets => Object.fromEntries(CALLERS.map((caller) => [caller, secret()]));

/** All copies of a service as one gRPC target. */
export const targetOf = (service: DatabaseService, { rpcPorts }: Pick<Surroundings, 'rpcPorts'>) =>
  `ipv4:${rpcPorts[service].map((port) => `127.0.0.1:${port}`).join(',')}`;

/** The addresses of each service for its callers: `AUTH_ADDRESS` and the like. */
export const targetsFor = (caller: string, around: Pick<Surroundings, 'rpcPorts'>): Record<string, string> =>
  Object.fromEntries(calledBy(caller).map(({ name, setting }) => [setting, targetOf(name, around)]));

/** The environment of each service, as an operator would write it; copies differ only in their ports. */
export function distributedSettings(
  around: Surroundings,
): (service: ServiceName, copy: number) => Record<string, string> {
  const {
    databaseUrls,
    brokers,
    kafkaPrefix,
    smtpUrl,
    publicUrl,
    redisUrl,
    google,
    payments,
    rpcPorts,
    mcpUrl,
    secrets,
  } = around;
  /** The settings of a single service. */
  const own: Record<ServiceName, Record<string, string>> = {
    auth: {
      PUBLIC_URL: publicUrl,
      LINK_SECRET: secret(),
      KEY_ENCRYPTION_KEYS: `1=${randomBytes(32).toString('base64')}`,
      API_KEY_PEPPER: secret(),
      EMAIL_HASH_SECRET: secret(),
      PASSWORD_HASHING: 'light',
      ...google,
    },
    billing: { PUBLIC_URL: publicUrl, ...payments },
    notifications: {
      PUBLIC_URL: publicUrl,
      UNSUBSCRIBE_SECRET: secret(),
      WEBHOOK_ENCRYPTION_KEYS: `1=${randomBytes(32).toString('base64')}`,
      WEBHOOK_PRIVATE_TARGETS: 'on',
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Precis <no-reply@precis.example>',
    },
    mcp: { PUBLIC_URL: publicUrl, API_URL: publicUrl },
    gateway: { PUBLIC_URL: publicUrl, REDIS_URL: redisUrl, GOOGLE_SIGN_IN: 'on', MCP_URL: mcpUrl },
  };
  const events = { KAFKA_BROKERS: brokers.join(','), KAFKA_PREFIX: kafkaPrefix };
  return (service, copy) => {
    const { database, rpc, callers } = SERVICE_LIST.find(({ name }) => name === service)!;
    const targets = targetsFor(service, around);
    return {
      LOG_LEVEL: 'warn',
      DRAIN_DELAY_MS: '1200',
      ...own[service],
      ...targets,
      ...(Object.keys(targets).length > 0 && { CALLER_SECRET: secrets[service] }),
      ...(rpc && {
        GRPC_URL: `127.0.0.1:${rpcPorts[service][copy]}`,
        CALLER_SECRETS: callers.map((caller) => `${caller}=${secrets[caller]}`).join(','),
      }),
      ...(database && { DATABASE_URL: databaseUrls[service], ...events }),
    };
  };
}
