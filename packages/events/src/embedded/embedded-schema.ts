import type { Client } from 'pg';

/** Any fixed number; it lets one process create the tables while others wait. */
const SCHEMA_LOCK = 7_210_010;

/** Creates the log's tables when they are missing. */
export async function createEmbeddedSchema(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK]);
  try {
    await client.query(`
      CREATE TABLE IF NOT EXISTS bus_topic (
        topic text PRIMARY KEY,
        next_offset bigint NOT NULL DEFAULT 0
      );
      CREATE TABLE IF NOT EXISTS bus_log (
        topic text NOT NULL,
        "offset" bigint NOT NULL,
        key text NOT NULL,
        headers jsonb NOT NULL,
        value bytea NOT NULL,
        appended_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (topic, "offset")
      );
      CREATE TABLE IF NOT EXISTS bus_offset (
        consumer_group text NOT NULL,
        topic text NOT NULL,
        next_offset bigint NOT NULL,
        PRIMARY KEY (consumer_group, topic)
      )`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [SCHEMA_LOCK]);
  }
}
