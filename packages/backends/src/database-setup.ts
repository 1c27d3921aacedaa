import type { Client } from 'pg';
import { withPgClient } from './pg-client.js';
import type { PostgresBackend } from './postgres-backend.js';

/** One database and the one role that owns it. */
export interface DatabaseOwner {
  database: string;
  role: string;
  password: string;
}

/** Any fixed number of ours: changing a role or a database in parallel fails with "tuple concurrently updated". */
const SETUP_LOCK = 7_283_461;

/**
 * Creates the role and its database if they are missing, and sets the role's password. No other role may connect to the database. May be repeated
 * and run in parallel.
 */
export async function ensureDatabase(backend: Pick<PostgresBackend, 'url'>, owner: DatabaseOwner): Promise<void> {
  await withPgClient(backend.url('postgres'), async (client) => {
    const role = client.escapeIdentifier(owner.role);
    const database = client.escapeIdentifier(owner.database);
    const password = client.escapeLiteral(owner.password);
    await client.query('SELECT pg_advisory_lock($1)', [SETUP_LOCK]);
    if (!(await exists(client, 'SELECT 1 FROM pg_roles WHERE rolname = $1', owner.role))) {
      await client.query(`CREATE ROLE ${role} LOGIN`);
    }
    await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${password}`);
    if (!(await exists(client, 'SELECT 1 FROM pg_database WHERE datname = $1', owner.database))) {
      await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
    }
    await client.query(`REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`);
  });
}

async function exists(client: Client, sql: string, name: string): Promise<boolean> {
  return (await client.query(sql, [name])).rows.length > 0;
}
