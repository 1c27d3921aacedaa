import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type OutboxFixture, openOutboxFixture } from '../fixture/outbox-fixture.js';
import { RecordingBus } from '../fixture/recording-bus.js';

describe('a database that refuses marks', () => {
  let fixture: OutboxFixture;
  let complaints = 0;
  const logger = createLogger('relay-test', 'warn', {
    write: (line) => void (complaints += line.includes('relay lost its database') ? 1 : 0),
  });
  const complained = (times: number) => eventually(`${times} tries of the relay`, () => complaints >= times, 60_000);
  beforeEach(async () => {
    complaints = 0;
    fixture = await openOutboxFixture();
  });
  afterEach(() => fixture.close());

  it('because it has become a standby gets nothing published, and everything once when it accepts writes again', async () => {
    await fixture.announce('u1', 'a', 'b');
    const name = new URL(fixture.service.url).pathname.slice(1);
    await fixture.service.run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const bus = new RecordingBus();
    fixture.relay(bus, { logger });
    await complained(4);
    expect(bus.tries).toBe(0);
    await fixture.service.run(`BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`);
    await eventually('both', async () => (await fixture.unpublished()) === 0, 60_000);
    expect(bus.texts()).toEqual(['a', 'b']);
  }, 120_000);

  it('because its disk is full gets the current batch published at most twice', async () => {
    const bus = new RecordingBus();
    fixture.relay(bus, { logger });
    await fixture.announce('u1', 'before');
    await eventually('it works', async () => (await fixture.unpublished()) === 0);
    await fixture.service.run(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION full_disk()`);
    await fixture.announce('u1', 'a', 'b');
    await complained(5);
    expect(bus.texts()).toEqual(['before', 'a', 'b']);
    await fixture.service.run('DROP TRIGGER full_disk ON outbox');
    await eventually('the marks', async () => (await fixture.unpublished()) === 0, 60_000);
    expect(bus.texts()).toEqual(['before', 'a', 'b', 'a', 'b']);
  }, 120_000);
});

describe('a lane that failed', () => {
  let fixture: OutboxFixture;
  beforeEach(async () => {
    fixture = await openOutboxFixture();
  });
  afterEach(() => fixture.close());

  it('does not rest longer when the clock is set back', async () => {
    const now = Date.now;
    try {
      const bus = new RecordingBus(() => {
        if (bus.tries <= 4) throw new Error('broker went away');
      });
      fixture.relay(bus);
      await fixture.announce('u1', 'a');
      await eventually('some failures', () => bus.tries >= 4, 30_000);
      Date.now = () => now() - 3_600_000;
      // Without eventually, which reads the same clock.
      for (let looks = 0; looks < 2_000 && bus.stored.length === 0; looks++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(bus.texts()).toEqual(['a']);
    } finally {
      Date.now = now;
    }
  }, 40_000);

  it('continues to rest when the relay loses its connection', async () => {
    const bus = new RecordingBus(() => {
      throw new Error('broker went away');
    });
    fixture.relay(bus);
    await fixture.announce('u1', 'a');
    await eventually('some failures', () => bus.tries >= 5, 30_000);
    const before = bus.tries;
    const lookedBy = async (): Promise<number | undefined> => {
      const looked = `application_name = 'tests-relay' AND datname = current_database() AND state = 'idle' AND query LIKE '%FROM outbox%'`;
      return (await fixture.database.query(`SELECT pid FROM pg_stat_activity WHERE ${looked}`))[0]?.pid;
    };
    // Each of the six would try immediately; after five failures the lane rests for seconds.
    for (let cuts = 0; cuts < 6; cuts++) {
      const old = await eventually('a look at the outbox', lookedBy, 30_000);
      await fixture.cutRelays();
      await eventually(
        'a look of the next connection',
        async () => ![undefined, old].includes(await lookedBy()),
        30_000,
      );
    }
    expect(bus.tries - before).toBeLessThan(5);
  }, 120_000);
});
