import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Both ends of the event bus in a service's own database: the events to publish, and those already handled. */
export class EventTables1700000000001 implements MigrationInterface {
  name = 'EventTables1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id uuid NOT NULL UNIQUE,
        topic text NOT NULL,
        key text NOT NULL,
        type text NOT NULL,
        payload bytea NOT NULL,
        occurred_at timestamptz NOT NULL,
        correlation_id text NOT NULL,
        traceparent text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        published_at timestamptz
      )`);
    await runner.query('CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL');
    // event_id is text: an undecodable message has no id and is named by its position in the topic.
    await runner.query(`
      CREATE TABLE consumed_events (
        consumer_group text NOT NULL,
        event_id text NOT NULL,
        position bigint GENERATED ALWAYS AS IDENTITY,
        topic text NOT NULL,
        partition integer NOT NULL,
        "offset" bigint NOT NULL,
        key text,
        type text,
        state text NOT NULL CHECK (state IN ('done', 'parked', 'dead')),
        attempts integer NOT NULL DEFAULT 0,
        next_try_at timestamptz,
        headers jsonb,
        bytes bytea,
        cause text,
        consumed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (consumer_group, event_id)
      )`);
    await runner.query(`
      CREATE INDEX consumed_events_waiting ON consumed_events (consumer_group, topic, key, position)
      WHERE state IN ('parked', 'dead')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE consumed_events');
    await runner.query('DROP TABLE outbox');
  }
}
