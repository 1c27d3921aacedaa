/** What tests need beside Node, in the order of reports. */
export const BACKENDS = ['postgres', 'redis', 'kafka'] as const;
export type BackendName = (typeof BACKENDS)[number];

/** The variable that names each, in what form. All tests read these and nothing else. */
export const VARIABLES: Record<BackendName, { name: string; form: string }> = {
  postgres: { name: 'TEST_POSTGRES_URL', form: "postgres://user:password@host:port/postgres, a superuser's" },
  redis: { name: 'TEST_REDIS_URL', form: 'redis://host:port' },
  kafka: { name: 'TEST_KAFKA_BROKERS', form: 'host:port,host:port' },
};

/** One that tests can use. */
export interface FoundBackend {
  name: BackendName;
  way: 'environment' | 'compose' | 'local';
  /** What it is and where, without a password. */
  description: string;
  /** The value for its variable; absent where the tests start their own. */
  address?: string;
}

export interface MissingBackend {
  name: BackendName;
  cause: string;
  /** What a person can do about it. */
  remedy: string;
}

/** The addresses that the environment names; empty variables count as missing. */
export function namedBackends(environment: NodeJS.ProcessEnv): Partial<Record<BackendName, string>> {
  return Object.fromEntries(
    BACKENDS.flatMap((name) => (environment[VARIABLES[name].name] ? [[name, environment[VARIABLES[name].name]!]] : [])),
  );
}
