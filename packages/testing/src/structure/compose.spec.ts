import { SERVICE_LIST } from '@precis/runtime/service-list';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Compose, readCompose } from './compose-file.js';
import { KAFKA_RULES, type KafkaUsers, readKafkaUsers } from './compose-kafka.js';
import { NETWORK_RULES } from './compose-networks.js';
import { OBSERVER_RULES } from './compose-observers.js';
import { PARITY_RULES, type Services } from './compose-parity.js';
import { CONTAINER_RULES } from './compose-rules.js';
import { WEB_RULES } from './compose-web.js';
import { inFolder, makeEnv, readEnv } from './env-file.js';
import { ROOT } from './repository-files.js';
import { type SettingsReader, settingsIn, settingsOf } from './service-settings.js';

let services: Services;
let site: SettingsReader;
let users: KafkaUsers;
let secrets: Record<string, string>;
const compose = (change: (compose: Compose) => void = () => {}) => {
  const read = readCompose(secrets);
  change(read);
  return read;
};

beforeAll(async () => {
  users = await readKafkaUsers();
  site = await settingsIn('packages/site');
  const settings = new Map(
    await Promise.all(SERVICE_LIST.map(async ({ name }) => [name, await settingsOf(name)] as const)),
  );
  services = { list: SERVICE_LIST, settings };
  secrets = inFolder((folder) => {
    makeEnv(join(folder, '.env'));
    return readEnv(join(folder, '.env'));
  });
});

describe('docker-compose.yml', () => {
  it.each(Object.keys(CONTAINER_RULES))('%s', (rule) => {
    expect(CONTAINER_RULES[rule](compose())).toEqual([]);
  });

  it.each(Object.keys(NETWORK_RULES))('%s', (rule) => {
    expect(NETWORK_RULES[rule](compose())).toEqual([]);
  });

  it.each(Object.keys(KAFKA_RULES))('%s', (rule) => {
    expect(KAFKA_RULES[rule](compose(), users)).toEqual([]);
  });

  it.each(Object.keys(PARITY_RULES))('%s', (rule) => {
    expect(PARITY_RULES[rule](compose(), services)).toEqual([]);
  });

  it.each(Object.keys(OBSERVER_RULES))('%s', (rule) => {
    expect(OBSERVER_RULES[rule](compose(), services)).toEqual([]);
  });

  it.each(Object.keys(WEB_RULES))('%s', (rule) => {
    expect(WEB_RULES[rule](compose(), site)).toEqual([]);
  });

  const plants: Record<string, (compose: Compose) => void> = {
    "the operator's program sees the events of every service that handles any": ({ services }) =>
      (services.operator.environment = {}),
    'a container that stays has a health check': ({ services }) => delete services.usage.healthcheck,
    'a health check runs a program, not a shell line': ({ services }) =>
      (services.auth.healthcheck = { test: ['CMD-SHELL', 'true'] }),
    'nothing runs as root': ({ services }) => delete services.kafka.user,
    'ports are published on loopback alone': ({ services }) => (services.redis.ports = ['6379:6379']),
    'memory is limited': ({ services }) => delete services.topics.mem_limit,
    'images of others are pinned to a minor version': ({ services }) => (services.postgres.image = 'postgres:18'),
    'our containers cannot write their own files': ({ services }) => (services.gateway.read_only = false),
    'a container waits for whole conditions': ({ services }) =>
      (services.gateway.depends_on = { auth: { condition: 'service_started' } }),
    'a job that starts with the product is waited for': ({ services }) => delete services.usage.depends_on,
    'the network has a fixed address': (compose) => delete compose.networks,
    'every service is in compose, and nothing else': ({ services }) => delete services.summarisation,
    'every service is built from its own folder by the one recipe': ({ services }) =>
      (services.auth.build!.args.SERVICE = 'billing'),
    'every service serves, calls and is called as services.json says': ({ services }) =>
      delete services.usage.environment!.BILLING_ADDRESS,
    'every setting given is one that the service knows': ({ services }) =>
      (services.billing.environment!.KAFKA_BROKER = 'kafka:9092'),
    'every service accepts the settings given': ({ services }) => delete services.gateway.environment!.PUBLIC_URL,
    'the threads of a service have the memory that their heaps may take': ({ services }) =>
      (services.summarisation.environment!.ENGINE_MEMORY_MB = '512'),
    'a caller shows each service the secret that it is known by': ({ services }) =>
      (services.usage.environment!.CALLER_SECRET = 'another secret of usage'),
    'every database is made, migrated before its service starts, and its own': ({ services }) =>
      (services['migrate-usage'].environment!.DATABASE_URL = services.auth.environment!.DATABASE_URL),
    'every container names its networks, and every network has a use': ({ services }) => delete services.redis.networks,
    'a container reaches what its settings name, and no other backend': ({ services }) =>
      services.gateway.networks!.push('events'),
    "a published port's address is the fixed one": (compose) =>
      (compose.services.web.networks = ['a', 'default', 'front']),
    'the web app is built from packages/site by the one recipe': ({ services }) =>
      (services.web.build!.args.SERVICE = 'audit'),
    'the web app accepts the settings given, and knows each': ({ services }) =>
      delete services.web.environment!.PUBLIC_URL,
    'the web app is the only door, on the port of PUBLIC_URL, with the API behind it': ({ services }) =>
      (services.gateway.ports = ['127.0.0.1:8081:8080']),
    'the gateway believes the web app and the MCP server, and nobody else, whose call it is': ({ services }) =>
      (services.gateway.environment!.TRUSTED_PROXIES = '0.0.0.0/0'),
    'Prometheus asks every service on its own port, and reaches it': ({ services }) =>
      (services.mcp.networks = ['front']),
    'Prometheus has the rules of the chart, and Grafana its dashboards': ({ services }) =>
      services.prometheus.volumes!.splice(0, 1),
    'Grafana asks the containers that there are': ({ services }) => delete services.tempo,
    'Kafka takes nobody without a login, and each does what its rights say': ({ services }) =>
      (services.kafka.environment!.KAFKA_ALLOW_EVERYONE_IF_NO_ACL_FOUND = 'true'),
    'every service with events logs in at Kafka as itself, and no other does': ({ services }) =>
      (services.usage.environment!.KAFKA_SASL_USERNAME = 'billing'),
    'the rights are made before a service that needs them starts': ({ services }) =>
      delete services.billing.depends_on!.rights,
  };

  it('is missing the lines that the checks name when services.json has one more service', () => {
    const newcomer = {
      name: 'newcomer',
      database: true,
      rpc: 'newcomer.v1.Sample',
      callers: ['gateway'],
      consumes: {},
    };
    const list = [...SERVICE_LIST, { ...newcomer, ports: { rpc: 50051, ops: 9090 } }];
    const settings = new Map([...services.settings, ['newcomer', services.settings.get('auth')!]]);
    const found = Object.values(PARITY_RULES).flatMap((rule) => rule(compose(), { list, settings }));
    expect(found).toEqual(
      expect.arrayContaining([
        'add below services:  newcomer:',
        'add below services:  migrate-newcomer:',
        'add to the environment of newcomer:  GRPC_URL: 0.0.0.0:50051',
        'add to the environment of gateway:  NEWCOMER_ADDRESS: dns:///newcomer:50051',
        'add to CALLER_SECRETS of newcomer:  gateway=${PRECIS_GATEWAY_SECRET}',
        'add to DATABASE_PASSWORDS of databases:  newcomer=${PRECIS_NEWCOMER_DATABASE_PASSWORD:?run `make up`, it makes the secrets}',
        'add to depends_on of newcomer:  migrate-newcomer: { condition: service_completed_successfully }',
      ]),
    );
    expect(
      KAFKA_RULES['Kafka takes nobody without a login, and each does what its rights say'](compose(), [
        ...users,
        'newcomer',
      ]),
    ).toContain('add to the logins of kafka:  user_newcomer="${PRECIS_KAFKA_NEWCOMER_PASSWORD}"');
  });

  it('has a planted violation for every rule', () => {
    expect(Object.keys(plants).sort()).toEqual(
      [CONTAINER_RULES, NETWORK_RULES, KAFKA_RULES, PARITY_RULES, WEB_RULES, OBSERVER_RULES]
        .flatMap(Object.keys)
        .sort(),
    );
  });

  it.each(Object.keys(plants))('would be refused without this: %s', (rule) => {
    const planted = compose(plants[rule]);
    const found =
      (CONTAINER_RULES[rule] ?? NETWORK_RULES[rule])?.(planted) ??
      KAFKA_RULES[rule]?.(planted, users) ??
      WEB_RULES[rule]?.(planted, site) ??
      (PARITY_RULES[rule] ?? OBSERVER_RULES[rule])(planted, services);
    expect(found.length).toBeGreaterThan(0);
  });

  // Needs only the program, not an engine.
  if (spawnSync('docker', ['compose', 'version']).status === 0) {
    it('fits the schema of docker compose', () => {
      const env = { ...process.env, ...secrets };
      execFileSync(
        'docker',
        ['compose', '--profile', 'services', '--profile', 'tools', '--profile', 'observability', 'config', '--quiet'],
        {
          cwd: ROOT,
          env,
          stdio: 'pipe',
        },
      );
    });
  }
});
