import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testRun } from './test-run.js';

/** A database of one test file alone. */
export interface FreshDatabase {
  url: string;
  /** Cuts its connections and lets nobody in, as if the server were gone. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Runs statements as the owner: for what no use-case would do. */
  run(statements: string): Promise<void>;
  /** Cuts its connections and removes it. */
  drop(): Promise<void>;
}

/** The run's Postgres, as its superuser; others may use it too. */
export function postgresServer(): string {
  const server = process.env.TEST_POSTGRES_URL || process.env.PRECIS_TEST_POSTGRES;
  if (!server)
    throw new Error(
      'no Postgres for tests: set TEST_POSTGRES_URL or run jest with packages/testing/src/global-setup.mjs',
    );
  return server;
}

/** Creates an empty database on the run's Postgres. A missing Postgres fails the test; it never skips it. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = postgresServer();
  const name = `${testRun()}_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    goAway: async () => {
      await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await onServer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    },
    comeBack: () => onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`),
    run: (statements) => onServer(url.href, statements),
    drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
