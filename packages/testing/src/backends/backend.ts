/** The backends that tests need besides Node, in the order of reports. */
export const BACKENDS = ['postgres', 'redis', 'kafka'] as const;
export type BackendName = (typeof BACKENDS)[number];

/** The environment variable of each, and its form. All tests read only these. */
export const VARIABLES: Record<BackendName, { name: string; form: string }> = {
  postgres: { name: 'TEST_POSTGRES_URL', form: "postgres://user:password@host:port/postgres, a superuser's" },
  redis: { name: 'TEST_REDIS_URL', form: 'redis://host:port' },
  kafka: { name: 'TEST_KAFKA_BROKERS', form: 'host:port,host:port' },
};

/** A backend that tests can use. */
export interface FoundBackend {
  name: BackendName;
  way: 'environment' | 'compose' | 'local';
  /** Its kind and address, without a password. */
  description: string;
  /** The value of its variable; absent when the tests start their own. */
  address?: string;
}

/** A backend that tests cannot use, and why. */
export interface MissingBackend {
  name: BackendName;
  cause: string;
  /** What a person can do about it. */
  remedy: string;
}

/** The addresses in the environment; empty variables count as missing. */
export function namedBackends(environment: NodeJS.ProcessEnv): Partial<Record<BackendName, string>> {
  return Object.fromEntries(
    BACKENDS.flatMap((name) => (environment[VARIABLES[name].name] ? [[name, environment[VARIABLES[name].name]!]] : [])),
  );
}
