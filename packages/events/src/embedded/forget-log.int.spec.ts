import { createLogger } from '@precis/runtime/logger';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { Pool } from 'pg';
import type { Bus } from '../bus.js';
import { Collector, message } from '../contract/collector.js';
import { deleteExpired } from '../forgetting.js';
import { openEmbeddedBus } from './embedded-bus.js';
import { deleteLogged } from './forget-log.js';

const [PASSING, FOR_EVER] = ['auth.api-key.v1', 'auth.user.v1'];
const logger = createLogger('forget-log', 'silent');

describe('the log of the embedded bus', () => {
  let database: FreshDatabase;
  let bus: Bus;
  let pool: Pool;
  beforeEach(async () => {
    database = await freshDatabase();
    bus = await openEmbeddedBus({ url: database.url, logger, drainMs: 500 });
    pool = new Pool({ connectionString: database.url });
  });
  afterEach(async () => {
    await bus.close();
    await pool.end();
    await database.drop();
  });

  const forget = () =>
    deleteExpired({
      deleteBatch: deleteLogged(pool),
      marginMs: 0,
      logger,
      signal: new AbortController().signal,
    });
  const publish = async (topic: string, age: string, ...texts: string[]) => {
    await bus.publish(texts.map((text) => message(topic, 'k', text)));
    await pool.query(
      `UPDATE bus_log SET appended_at = now() - $2::interval WHERE topic = $1 AND appended_at > now() - interval '1 hour'`,
      [topic, age],
    );
  };
  const logged = async (): Promise<string[]> =>
    (await pool.query('SELECT value FROM bus_log ORDER BY topic, "offset"')).rows.map(({ value }) => String(value));

  it('does not look back further than the retention of a topic, and keeps the others whole', async () => {
    await publish(PASSING, '31 days', 'old', 'old too');
    await publish(PASSING, '29 days', 'young');
    await publish(FOR_EVER, '5 years', 'for ever');
    expect(await forget()).toBe(2);
    expect(await logged()).toEqual(['young', 'for ever']);
    // Offsets continue, and a new group begins at the oldest remaining message.
    await publish(PASSING, '0 days', 'new');
    const collector = await new Collector(5_000).run(bus, 'late', PASSING);
    await collector.has(['young', 'new']);
    expect(collector.texts()).toEqual(['young', 'new']);
  });

  it('keeps what a group has not handled yet: standalone may have been stopped for longer than the retention', async () => {
    await publish(PASSING, '31 days', 'handled', 'not handled');
    await pool.query(`INSERT INTO bus_offset VALUES ('slow', $1, 1), ('quick', $1, 2)`, [PASSING]);
    expect(await forget()).toBe(1);
    expect(await logged()).toEqual(['not handled']);
    const collector = await new Collector(5_000).run(bus, 'slow', PASSING);
    await collector.has(['not handled']);
    await collector.stop?.();
  });
});
