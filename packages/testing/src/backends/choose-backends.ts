import {
  BACKENDS,
  type BackendName,
  type FoundBackend,
  type MissingBackend,
  namedBackends,
  VARIABLES,
} from './backend.js';
import type { ComposedBackends } from './compose-backends.js';

/** How backends are found; separate from the decision, so that the decision can be tested without any. */
export interface BackendWays {
  /** Returns what runs at an address, or rejects with the reason why tests cannot use it. */
  reach(name: BackendName, address: string): Promise<string>;
  /** Starts backends as containers; undefined without a container engine. Rejects when the engine fails. */
  compose(names: BackendName[]): Promise<ComposedBackends | undefined>;
  /** Makes sure that tests can start their own backends, and downloads what is missing. */
  local(name: BackendName): Promise<string>;
}

/** The decision for a run: every backend is either found or missing. */
export interface BackendChoice {
  found: FoundBackend[];
  missing: MissingBackend[];
  /** Why one way of finding a backend failed, if another way replaced it. */
  notes: string[];
  /** Stops the backends that were started for the choice. */
  release(): Promise<void>;
}

const REMEDIES: Record<BackendName, string> = {
  postgres: 'it comes with the npm packages for Linux (x64, arm64) and macOS (arm64)',
  redis: 'on Debian: apt-get install redis-server',
  kafka:
    'it needs Java 17 or newer and Maven with a way to Maven Central; on Debian: apt-get install default-jre-headless maven',
};

/**
 * Chooses the backend for each test of a run: the one that the environment names, otherwise one from docker compose when a container engine runs,
 * otherwise a real one that tests start here. A named one that cannot be used is missing, and is never silently replaced.
 */
export async function chooseBackends(environment: NodeJS.ProcessEnv, ways: BackendWays): Promise<BackendChoice> {
  const named = namedBackends(environment);
  const open = BACKENDS.filter((name) => named[name] === undefined);
  const notes: string[] = [];
  const noted = (text: string) => (error: Error) => void notes.push(`${text}: ${error.message}`);
  const composed =
    open.length > 0
      ? await ways.compose(open).catch(noted('docker compose did not start the backends, local ones take over'))
      : undefined;

  const one = async (name: BackendName): Promise<FoundBackend | MissingBackend> => {
    const { name: variable } = VARIABLES[name];
    if (named[name] !== undefined) {
      return ways.reach(name, named[name]).then(
        (description): FoundBackend => ({
          name,
          way: 'environment',
          description: `${description}, named by ${variable}`,
          address: named[name],
        }),
        (error: Error): MissingBackend => ({
          name,
          cause: `${variable} names one that cannot be used: ${error.message}`,
          remedy: `correct ${variable} (${VARIABLES[name].form}) or unset it`,
        }),
      );
    }
    const address = composed?.addresses[name];
    const description =
      address && (await ways.reach(name, address).catch(noted(`${name} of docker compose, a local one takes over`)));
    if (description) return { name, way: 'compose', description: `${description}, from docker compose`, address };
    return ways.local(name).then(
      (local): FoundBackend => ({ name, way: 'local', description: `${local}, started here by the tests` }),
      (error: Error): MissingBackend => ({
        name,
        cause: error.message,
        remedy: `${REMEDIES[name]}; or name one by ${variable} (${VARIABLES[name].form})`,
      }),
    );
  };

  // In sequence: two simultaneous installs would wait for each other's lock.
  const all: (FoundBackend | MissingBackend)[] = [];
  for (const name of BACKENDS) all.push(await one(name));
  const isFound = (backend: FoundBackend | MissingBackend): backend is FoundBackend => 'way' in backend;
  return {
    found: all.filter(isFound),
    missing: all.filter((backend): backend is MissingBackend => !isFound(backend)),
    notes,
    release: async () => composed?.stop(),
  };
}
