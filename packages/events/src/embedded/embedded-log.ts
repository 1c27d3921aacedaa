import type { Client, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { OutgoingMessage, ReceivedMessage } from '../bus.js';
import type { PartitionPlace } from '../kafka/kafka-places.js';

/** NOTIFY channel; the payload is the topic with new messages. */
export const APPENDED = 'bus_appended';

/** The durable log: one partition per topic, and the offset of each group in it. */
export class EmbeddedLog {
  constructor(private readonly pool: Pool) {}

  /**
   * Appends to one topic in one statement. The offsets come from the topic's row, whose lock is held until the commit. So a reader never sees
   * offset n before n-1 and skips nothing. With a sequence it could, because a sequence is not ordered by commits.
   */
  async append(topic: string, messages: OutgoingMessage[]): Promise<void> {
    await this.pool.query(
      `WITH taken AS (
         INSERT INTO bus_topic (topic, next_offset) VALUES ($1, cardinality($2::text[]))
         ON CONFLICT (topic) DO UPDATE SET next_offset = bus_topic.next_offset + excluded.next_offset
         RETURNING next_offset - cardinality($2::text[]) AS first
       ), appended AS (
         INSERT INTO bus_log (topic, "offset", key, headers, value)
         SELECT $1, taken.first + m.n - 1, m.key, m.headers::jsonb, m.value
         FROM taken, unnest($2::text[], $3::text[], $4::bytea[]) WITH ORDINALITY AS m(key, headers, value, n)
       )
       SELECT pg_notify('${APPENDED}', $1)`,
      [
        topic,
        messages.map((message) => message.key),
        messages.map((message) => JSON.stringify(message.headers)),
        messages.map((message) => Buffer.from(message.value)),
      ],
    );
  }

  /** The next messages of a topic; `limit` bounds their memory. */
  async read(topic: string, from: string, limit: number): Promise<ReceivedMessage[]> {
    const { rows } = await this.pool.query<Omit<ReceivedMessage, 'topic' | 'partition'>>(
      'SELECT "offset", key, headers, value FROM bus_log WHERE topic = $1 AND "offset" >= $2 ORDER BY "offset" LIMIT $3',
      [topic, from, limit],
    );
    return rows.map((row) => ({
      topic,
      partition: 0,
      offset: row.offset,
      key: row.key,
      headers: row.headers,
      value: row.value,
    }));
  }

  /** The next offset of a group; 0 for a new one. */
  async position(group: string, topic: string): Promise<string> {
    const { rows } = await this.pool.query<{ next_offset: string }>(
      'SELECT next_offset FROM bus_offset WHERE consumer_group = $1 AND topic = $2',
      [group, topic],
    );
    return rows[0]?.next_offset ?? '0';
  }

  /** How many messages of each topic a group has not handled. */
  async lag(group: string, topics: string[]): Promise<Map<string, number>> {
    const { rows } = await this.pool.query<{ topic: string; lag: string }>(
      `SELECT t.topic, t.next_offset - coalesce(o.next_offset, 0) AS lag
       FROM bus_topic t LEFT JOIN bus_offset o ON o.topic = t.topic AND o.consumer_group = $1 WHERE t.topic = ANY($2::text[])`,
      [group, topics],
    );
    return new Map(rows.map(({ topic, lag }) => [topic, Number(lag)]));
  }

  /** Stores that a group has handled everything before `next`. */
  async advance(group: string, topic: string, next: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO bus_offset (consumer_group, topic, next_offset) VALUES ($1, $2, $3)
       ON CONFLICT (consumer_group, topic) DO UPDATE SET next_offset = excluded.next_offset`,
      [group, topic, next],
    );
  }
}

/** Any fixed number. The lock lets one process create the tables while others wait. */
const SCHEMA_LOCK = 7_210_010;

/** Creates the log's tables if they are missing. */
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

/** The offset of every group of the embedded bus; each topic has one partition. */
export async function embeddedPlaces(bus: DataSource): Promise<Map<string, PartitionPlace[]>> {
  const rows: { consumer_group: string; topic: string; position: string; end: string }[] = await bus.query(
    `SELECT o.consumer_group, o.topic, o.next_offset AS position, t.next_offset AS end
     FROM bus_offset o JOIN bus_topic t USING (topic) ORDER BY o.consumer_group, o.topic`,
  );
  const groups = Map.groupBy(rows, (row) => row.consumer_group);
  return new Map([...groups].map(([group, of]) => [group, of.map((row) => placeOf(row))]));
}

const placeOf = (row: { topic: string; position: string; end: string }): PartitionPlace => ({
  topic: row.topic,
  partition: 0,
  position: BigInt(row.position),
  end: BigInt(row.end),
});
