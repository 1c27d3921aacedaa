import { calledBy, type ListedService } from '@precis/runtime/service-list';
import { type Compose, environmentOf } from './compose-file.js';
import type { SettingsReader } from './service-settings.js';

/** The containers of compose that are not our services. */
export const BACKENDS = ['postgres', 'redis', 'kafka', 'mailbox'];
const JOBS = ['databases', 'topics', 'rights', 'operator'];
/** The profile `observability`; compose-observers.ts has its rules. */
const OBSERVERS = ['prometheus', 'tempo', 'grafana'];
/** The entrance in front of the gateway; compose-web.ts has its rules. */
const DOOR = 'web';

/** Threads of summarisation in addition to those for summaries, and the memory of its process in addition to the heaps of all threads. */
const CAPTION_THREADS = 2;
const PROCESS_MB = 768;

/** The declaration of the services: services.json, and their config.ts. */
export interface Services {
  list: readonly ListedService[];
  settings: Map<string, SettingsReader>;
}

/** Returns the faults, one line each; for a missing line of the file, that line. */
export type ParityRule = (compose: Compose, services: Services) => string[];

/** The form that make-env.main.mjs looks for. */
const MADE = '?run `make up`, it makes the secrets';
const namesOf = (text: string) =>
  text
    .split(',')
    .map((pair) => pair.split('=')[0])
    .filter(Boolean);

/** The services that handle events, but whose databases are not among the URLs of the operator's program. */
export function missingFrom(urls: string, list: readonly ListedService[]): string[] {
  const databases = urls.split(/\s+/).map((url) => URL.parse(url)?.pathname);
  return list
    .filter(({ name, consumes }) => Object.keys(consumes).length > 0 && !databases.includes(`/precis_${name}`))
    .map(({ name }) => name);
}

/** Rules for docker-compose.yml and services/services.json together. */
export const PARITY_RULES: Record<string, ParityRule> = {
  'every service is in compose, and nothing else': (compose, { list }) => {
    const wanted = [
      ...BACKENDS,
      ...JOBS,
      ...OBSERVERS,
      DOOR,
      ...list.flatMap(({ name, database }) => (database ? [name, `migrate-${name}`] : [name])),
    ];
    const present = Object.keys(compose.services);
    return [
      ...wanted.filter((name) => !present.includes(name)).map((name) => `add below services:  ${name}:`),
      ...present.filter((name) => !wanted.includes(name)).map((name) => `${name} is not in services.json`),
    ];
  },
  'every service is built from its own folder by the one recipe': (compose, { list }) =>
    list
      .map(({ name }) => name)
      .filter((name) => {
        const { image, build } = compose.services[name] ?? {};
        return image !== `precis-${name}` || build?.dockerfile !== 'deploy/Dockerfile' || build.args.SERVICE !== name;
      }),
  'every service serves, calls and is called as services.json says': (compose, { list }) =>
    list.flatMap(({ name, rpc, callers, ports }) => {
      const environment = environmentOf(compose.services[name]);
      const portOf = new Map(list.map((one) => [one.name, one.ports.rpc]));
      const calls = calledBy(name, list).map((one) => [one.setting, `dns:///${one.name}:${portOf.get(one.name)}`]);
      const wanted: Record<string, string> = {
        ...Object.fromEntries(calls),
        ...(rpc && { GRPC_URL: `0.0.0.0:${ports.rpc}` }),
        ...(ports.http && { PORT: String(ports.http) }),
      };
      const known = [...Object.keys(wanted), ...(rpc ? ['CALLER_SECRETS'] : [])];
      const unasked = Object.keys(environment)
        .filter((setting) => /^(GRPC_URL|CALLER_SECRETS)$/.test(setting) || environment[setting].startsWith('dns:///'))
        .filter((setting) => !known.includes(setting));
      const admitted = namesOf(environment.CALLER_SECRETS ?? '');
      return [
        ...Object.entries(wanted)
          .filter(([setting, value]) => environment[setting] !== value)
          .map(([setting, value]) => `add to the environment of ${name}:  ${setting}: ${value}`),
        ...unasked.map((setting) => `${name} has ${setting} for nothing`),
        ...callers
          .filter((caller) => !admitted.includes(caller))
          .map((caller) => `add to CALLER_SECRETS of ${name}:  ${caller}=\${PRECIS_${caller.toUpperCase()}_SECRET}`),
        ...admitted.filter((caller) => !callers.includes(caller)).map((caller) => `${name} admits ${caller}`),
        ...(compose.services[name]?.healthcheck?.test?.at(-1)?.includes(`:${ports.ops}/readyz`)
          ? []
          : [`${name} is not probed on its port ${ports.ops}`]),
      ];
    }),
  'every setting given is one that the service knows': (compose, { list, settings }) =>
    list.flatMap(({ name: service }) => {
      const known = settings.get(service)!.names;
      return Object.keys(environmentOf(compose.services[service]))
        .filter((name) => !known.has(name))
        .map((name) => `${service}: ${name}`);
    }),
  'every service accepts the settings given': (compose, { list, settings }) =>
    list.flatMap(({ name: service }) =>
      settings
        .get(service)!
        .problems(environmentOf(compose.services[service]))
        .map((problem) => `${service}: ${problem}`),
    ),
  'the threads of a service have the memory that their heaps may take': (compose, { list, settings }) =>
    list.flatMap(({ name: service }) => {
      const entry = compose.services[service];
      const { SUMMARY_CONCURRENCY: summaries, ENGINE_MEMORY_MB: heapMb } = settings
        .get(service)!
        .values(environmentOf(entry));
      if (typeof summaries !== 'number' || typeof heapMb !== 'number') return [];
      const neededMb = (summaries + CAPTION_THREADS) * heapMb + PROCESS_MB;
      const [, size, unit] = /^(\d+)([mg])$/.exec(entry?.mem_limit ?? '') ?? [];
      return Number(size) * (unit === 'g' ? 1_024 : 1) >= neededMb
        ? []
        : [`${service}: mem_limit ${entry?.mem_limit} is below ${neededMb}m`];
    }),
  'a caller shows each service the secret that it is known by': (compose, { list }) =>
    list.flatMap(({ name: caller }) => {
      const { CALLER_SECRET: secret } = environmentOf(compose.services[caller]);
      return calledBy(caller, list)
        .filter(({ name }) => {
          const { CALLER_SECRETS: known = '' } = environmentOf(compose.services[name]);
          return !known.split(',').includes(`${caller}=${secret}`);
        })
        .map(({ name }) => `${caller} at ${name}`);
    }),
  "the operator's program sees the events of every service that handles any": (compose, { list }) =>
    missingFrom(environmentOf(compose.services.operator).DATABASE_URL ?? '', list),
  'every database is made, migrated before its service starts, and its own': (compose, { list }) => {
    const made = environmentOf(compose.services.databases).DATABASE_PASSWORDS.split(/\s+/);
    return list.flatMap(({ name, database }) => {
      const url = environmentOf(compose.services[name]).DATABASE_URL;
      if (!database) return url === undefined ? [] : [`${name} has a DATABASE_URL`];
      const [, password] =
        new RegExp(`^postgres://precis_${name}:([^@]+)@postgres:5432/precis_${name}$`).exec(url) ?? [];
      const { environment, image, command } = compose.services[`migrate-${name}`] ?? {};
      const variable = `PRECIS_${name.toUpperCase()}_DATABASE_PASSWORD`;
      return [
        ...(password
          ? []
          : [
              `add to the environment of ${name}:  DATABASE_URL: postgres://precis_${name}:\${${variable}}@postgres:5432/precis_${name}`,
            ]),
        ...(made.includes(`${name}=${password}`)
          ? []
          : [`add to DATABASE_PASSWORDS of databases:  ${name}=\${${variable}:${MADE}}`]),
        ...(environment?.DATABASE_URL === url &&
        image === `precis-${name}` &&
        command?.at(-1) === 'dist/migrate.main.js'
          ? []
          : [`migrate-${name} does not migrate the database of ${name}`]),
        ...(compose.services[name]?.depends_on?.[`migrate-${name}`]?.condition === 'service_completed_successfully'
          ? []
          : [`add to depends_on of ${name}:  migrate-${name}: { condition: service_completed_successfully }`]),
      ];
    });
  },
};
