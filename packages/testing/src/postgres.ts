import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testRun } from './test-run.js';

/** A database of one test file. */
export interface FreshDatabase {
  url: string;
  /** Cuts its connections and refuses new ones, as if the server were gone. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Runs statements as the owner, for changes that no use-case makes. */
  run(statements: string): Promise<void>;
  /** Cuts its connections and removes it. */
  drop(): Promise<void>;
}

/** The superuser's URL of the run's Postgres, which other runs may use too. */
export function postgresServer(): string {
  const server = process.env.TEST_POSTGRES_URL || process.env.PRECIS_TEST_POSTGRES;
  if (!server)
    throw new Error(
      'no Postgres for tests: set TEST_POSTGRES_URL or run jest with packages/testing/src/global-setup.mjs',
    );
  return server;
}

/** A schema with which many test files of a run start. */
export interface Template {
  /** Letters and digits; the same name means the same schema for the whole run. */
  name: string;
  /** Brings an empty database to the schema, and leaves no connection to it. */
  prepare(url: string): Promise<void>;
}

/**
 * Creates a database on the run's Postgres: empty, or a copy of a template, which the first caller of the run prepares. A copy takes a tenth of
 * the time of the migrations. A missing Postgres fails the test; it never skips it.
 */
export async function freshDatabase(template?: Template): Promise<FreshDatabase> {
  const server = postgresServer();
  const name = `${testRun()}_${randomBytes(8).toString('hex')}`;
  const source = template ? await preparedTemplate(server, template) : 'template1';
  // The run's own Postgres never waits for the disc, so a copy of the files costs less than a half of a copy through its log.
  const strategy = process.env.TEST_POSTGRES_URL ? '' : ' STRATEGY FILE_COPY';
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${source}${strategy}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const goAway = async () => {
    await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await onServer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  };
  return {
    url: url.href,
    goAway,
    comeBack: () => onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`),
    run: (statements) => onServer(url.href, statements),
    // The run's own Postgres is deleted whole; to drop a database there would write out all that the other files have changed.
    drop: () =>
      process.env.TEST_POSTGRES_URL ? onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) : goAway(),
  };
}

const prepared = new Map<string, Promise<string>>();

/** The database of a template, prepared once in a run by the first process that asks; the others wait for it. */
function preparedTemplate(server: string, template: Template): Promise<string> {
  const name = `${testRun()}_template_${template.name}`;
  const known = prepared.get(name);
  if (known) return known;
  const preparing = prepareTemplate(server, name, template).catch((error: unknown) => {
    prepared.delete(name);
    throw error;
  });
  prepared.set(name, preparing);
  return preparing;
}

async function prepareTemplate(server: string, name: string, { prepare }: Template): Promise<string> {
  const client = new Client({ connectionString: server, connectionTimeoutMillis: 20_000 });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    // It has another name until it is complete, so that a process that dies here leaves no partial schema to the others.
    const unfinished = `${name}_${randomBytes(4).toString('hex')}`;
    await client.query(`CREATE DATABASE ${unfinished}`);
    const url = new URL(server);
    url.pathname = `/${unfinished}`;
    await prepare(url.href);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
    return name;
  } finally {
    await client.end();
  }
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
