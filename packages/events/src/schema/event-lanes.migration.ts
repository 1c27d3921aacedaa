import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A lane of the outbox is a partition of its topic: an unpublishable event blocks only its own lane, also for reads. Of the events that wait at a
 * consumer, only the first of a key is due; later ones have no due time until it is finished.
 */
export class EventLanes1700000000951 implements MigrationInterface {
  name = 'EventLanes1700000000951';

  async up(runner: QueryRunner): Promise<void> {
    // In the order of a handler that announces, because another order could deadlock. And before the search for due events: an event that an older
    // release finishes between the search and the trigger would make no other one due.
    await runner.query('LOCK TABLE consumed_events, outbox IN ACCESS EXCLUSIVE MODE');
    // -1: written by an older release, which may still run. A constant default rewrites no row.
    await runner.query('ALTER TABLE outbox ADD COLUMN lane smallint NOT NULL DEFAULT -1');
    await runner.query(`
      UPDATE consumed_events w SET next_try_at = NULL FROM (
        SELECT consumer_group, topic, key, min(position) AS position FROM consumed_events
        WHERE state IN ('parked', 'dead') AND key IS NOT NULL GROUP BY consumer_group, topic, key
      ) AS first
      WHERE w.state = 'parked' AND w.consumer_group = first.consumer_group AND w.topic = first.topic AND w.key = first.key AND w.position > first.position`);
    // A trigger, so that anyone who finishes an event makes the next one due, also an older release or an operator by hand. It takes the lock of
    // lockWaitingKey, to wait for an event that is just being recorded after this one: otherwise that event would never become due.
    await runner.query(`
      CREATE FUNCTION wake_next_event() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(7210004, hashtext(concat_ws(' ', OLD.consumer_group, OLD.topic, OLD.key)));
        UPDATE consumed_events SET next_try_at = clock_timestamp()
        WHERE consumer_group = OLD.consumer_group AND state = 'parked' AND next_try_at IS NULL AND event_id = (
          SELECT event_id FROM consumed_events WHERE consumer_group = OLD.consumer_group AND topic = OLD.topic AND key = OLD.key
          AND state IN ('parked', 'dead') ORDER BY position LIMIT 1);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER wake_next_event AFTER UPDATE OF state ON consumed_events FOR EACH ROW
      WHEN (OLD.state IN ('parked', 'dead') AND NEW.state = 'done' AND OLD.key IS NOT NULL) EXECUTE FUNCTION wake_next_event()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE consumed_events, outbox IN ACCESS EXCLUSIVE MODE');
    await runner.query('DROP TRIGGER wake_next_event ON consumed_events');
    await runner.query('DROP FUNCTION wake_next_event()');
    await runner.query(
      `UPDATE consumed_events SET next_try_at = clock_timestamp() WHERE state = 'parked' AND next_try_at IS NULL`,
    );
    await runner.query('ALTER TABLE outbox DROP COLUMN lane');
  }
}
