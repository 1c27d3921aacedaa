import { type Compose, environmentOf } from './compose-file.js';
import type { SettingsReader } from './service-settings.js';

/** What compose runs besides our services. */
export const BACKENDS = ['postgres', 'redis', 'kafka', 'mailbox'];
const JOBS = ['databases', 'topics', 'rights', 'grant-term'];

/** Threads of summarisation besides those for summaries, and what its process takes besides the heaps of all threads. */
const CAPTION_THREADS = 2;
const PROCESS_MB = 768;

export interface House {
  /** Folders of services/ that deploy as containers. */
  services: string[];
  settings: Map<string, SettingsReader>;
  databasesSql: string;
}

export type ParityRule = (compose: Compose, house: House) => string[];

const hasDatabase = (compose: Compose, service: string) => 'DATABASE_URL' in environmentOf(compose.services[service]);

/** What holds between docker-compose.yml and the services. */
export const PARITY_RULES: Record<string, ParityRule> = {
  'every service is in compose, and nothing else': (compose, { services }) => {
    const wanted = [
      ...BACKENDS,
      ...JOBS,
      ...services.flatMap((service) => (hasDatabase(compose, service) ? [service, `migrate-${service}`] : [service])),
    ];
    const present = Object.keys(compose.services);
    return [
      ...wanted.filter((name) => !present.includes(name)).map((name) => `${name} is missing`),
      ...present.filter((name) => !wanted.includes(name)),
    ];
  },
  'every service is built from its own folder by the one recipe': (compose, { services }) =>
    services.filter((service) => {
      const { image, build } = compose.services[service] ?? {};
      return (
        image !== `precis-${service}` || build?.dockerfile !== 'deploy/Dockerfile' || build.args.SERVICE !== service
      );
    }),
  'every setting given is one that the service knows': (compose, { services, settings }) =>
    services.flatMap((service) => {
      const known = settings.get(service)!.names;
      return Object.keys(environmentOf(compose.services[service]))
        .filter((name) => !known.has(name))
        .map((name) => `${service}: ${name}`);
    }),
  'every service accepts the settings given': (compose, { services, settings }) =>
    services.flatMap((service) =>
      settings
        .get(service)!
        .problems(environmentOf(compose.services[service]))
        .map((problem) => `${service}: ${problem}`),
    ),
  'the threads of a service have the memory that their heaps may take': (compose, { services, settings }) =>
    services.flatMap((service) => {
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
  'a caller shows each service the secret that it is known by': (compose, { services }) =>
    services.flatMap((caller) => {
      const { CALLER_SECRET: secret, ...rest } = environmentOf(compose.services[caller]);
      const targets = Object.values(rest).flatMap((value) => /^dns:\/\/\/([a-z-]+):50051$/.exec(value)?.[1] ?? []);
      return targets
        .filter(
          (target) =>
            !(environmentOf(compose.services[target]).CALLER_SECRETS ?? '').split(',').includes(`${caller}=${secret}`),
        )
        .map((target) => `${caller} at ${target}`);
    }),
  'every database is made, migrated before its service starts, and its own': (compose, { services, databasesSql }) =>
    services
      .filter((service) => hasDatabase(compose, service))
      .filter((service) => {
        const { environment, image, command } = compose.services[`migrate-${service}`] ?? {};
        const url = environmentOf(compose.services[service]).DATABASE_URL;
        return !(
          new RegExp(`^postgres://precis_${service}:[^@]+@postgres:5432/precis_${service}$`).test(url) &&
          environment?.DATABASE_URL === url &&
          image === `precis-${service}` &&
          command?.at(-1) === 'dist/migrate.main.js' &&
          compose.services[service].depends_on?.[`migrate-${service}`]?.condition ===
            'service_completed_successfully' &&
          databasesSql.includes(
            `\\set service ${service}\n\\unset password\n\\getenv password ${service.toUpperCase()}_PASSWORD\n`,
          ) &&
          url.includes(`:${environmentOf(compose.services.databases)[`${service.toUpperCase()}_PASSWORD`]}@`)
        );
      }),
};
