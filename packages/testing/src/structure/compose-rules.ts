import { type Compose, type ComposeEntry } from './compose-file.js';

/** Returns the faults, one line each. */
export type ComposeRule = (compose: Compose) => string[];

const isJob = (entry: ComposeEntry) => entry.restart === 'no';

const each =
  (problem: (entry: ComposeEntry, name: string) => string | undefined | false): ComposeRule =>
  (compose) =>
    Object.entries(compose.services).flatMap(([name, entry]) => {
      const found = problem(entry, name);
      return found ? [`${name}: ${found}`] : [];
    });

/** Rules for every container, with any program in it. */
export const CONTAINER_RULES: Record<string, ComposeRule> = {
  'a container that stays has a health check': each(
    (entry) => !isJob(entry) && !entry.healthcheck?.test && 'no health check',
  ),
  'a health check runs a program, not a shell line': each(
    (entry) => entry.healthcheck?.test && entry.healthcheck.test[0] !== 'CMD' && 'not in exec form',
  ),
  'nothing runs as root': each((entry) => (!entry.user || /^(root|0)(:|$)/.test(entry.user)) && `user ${entry.user}`),
  'ports are published on loopback alone': each(
    (entry) => entry.ports?.some((port) => !port.startsWith('127.0.0.1:')) && `ports ${entry.ports}`,
  ),
  'memory is limited': each((entry) => !/^\d+[mg]$/.test(entry.mem_limit ?? '') && 'no mem_limit'),
  'images of others are pinned to a minor version': each(
    (entry) => !entry.image.startsWith('precis-') && !/:v?\d+\.\d+/.test(entry.image) && entry.image,
  ),
  'our containers cannot write their own files': each(
    (entry) => entry.image.startsWith('precis-') && !entry.read_only && 'not read-only',
  ),
  'a container waits for whole conditions': each((entry) => {
    const conditions = Object.values(entry.depends_on ?? {}).map(({ condition }) => condition);
    return (
      conditions.some((condition) => !/^service_(healthy|completed_successfully)$/.test(condition)) &&
      `waits for ${conditions}`
    );
  }),
  // `up --wait` treats the end of a job as a failure unless another container waits for that end.
  'a job that starts with the product is waited for': (compose) =>
    Object.entries(compose.services)
      .filter(([, entry]) => isJob(entry) && !entry.profiles?.includes('tools'))
      .filter(
        ([name]) =>
          !Object.values(compose.services).some(
            (other) => other.depends_on?.[name]?.condition === 'service_completed_successfully',
          ),
      )
      .map(([name]) => `nothing waits for ${name}`),
  // TRUSTED_PROXIES needs a fixed address: otherwise docker takes any free network.
  'the network has a fixed address': ({ networks }) => {
    const subnet = networks?.default?.ipam?.config?.[0]?.subnet;
    return /^\d+(\.\d+){3}\/\d+$/.test(subnet ?? '') ? [] : [`subnet ${subnet}`];
  },
};
