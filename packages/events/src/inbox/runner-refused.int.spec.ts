import { randomBytes } from 'node:crypto';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type EventFixture, effectReaction, eventMessage, openEventFixture } from '../fixture/event-fixture.js';

describe('an event that the database refuses', () => {
  let fixture: EventFixture;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(() => fixture.close());

  it('because of the length of its key is dead, and later events continue', async () => {
    const reaction = effectReaction((text) => {
      if (text === 'long') throw new TypeError('cannot stomach it');
    });
    await fixture.consume([reaction]);
    // Random, because Postgres would compress a repeated letter.
    await fixture.bus.publish([eventMessage(randomBytes(2_500).toString('hex'), 'long'), eventMessage('u1', 'after')]);
    await eventually('the one after it', async () => (await fixture.effects()).length === 1);
    const rows = await fixture.database.query(`SELECT state, key, cause FROM consumed_events WHERE state <> 'done'`);
    expect(rows).toEqual([
      { state: 'dead', key: null, cause: 'Undecodable: key is missing, too long, or contains NUL' },
    ]);
  });

  it('is not treated as an unavailable database, makes the group unhealthy in time, and is handled once when it is accepted', async () => {
    const lines: string[] = [];
    const logger = createLogger('events-test', 'warn', { write: (line) => void lines.push(line) });
    await fixture.database.query('ALTER TABLE consumed_events ADD CONSTRAINT refusal CHECK (false)');
    const runner = await fixture.consume([effectReaction()], { logger, refusedMs: 500 });
    runner.healthy();
    await fixture.bus.publish([eventMessage('u1', 'refused')]);
    const sick = () => {
      try {
        return void runner.healthy();
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await eventually('complaint', sick)).toBe('an event of group tests cannot be recorded');
    expect(lines.some((line) => line.includes('event cannot be recorded although the database answers'))).toBe(true);
    expect(lines.filter((line) => line.includes('database is unavailable'))).toEqual([]);
    await fixture.database.query('ALTER TABLE consumed_events DROP CONSTRAINT refusal');
    await eventually('effect', async () => (await fixture.effects()).length === 1, 20_000);
    await eventually('healthy again', () => sick() === undefined);
    expect(await fixture.effects()).toEqual(['refused']);
  }, 40_000);
});
