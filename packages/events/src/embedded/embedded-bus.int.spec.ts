import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase, postgresServer } from '@precis/testing/postgres';
import { Client } from 'pg';
import type { Bus } from '../bus.js';
import { Collector, message } from '../contract/collector.js';
import { openEmbeddedBus } from './embedded-bus.js';

const logger = createLogger('embedded-bus', 'silent');

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresServer() });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

describe('the embedded bus', () => {
  let database: FreshDatabase;
  const buses: Bus[] = [];
  const open = async (pollMs?: number): Promise<Bus> => {
    const bus = await openEmbeddedBus({ url: database.url, logger, drainMs: 500, pollMs });
    buses.push(bus);
    return bus;
  };
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    await database.drop();
  });

  it('refuses a group that another process consumes, until that process is gone', async () => {
    const [one, two] = [await open(), await open()];
    const consumer = await one.run('g', ['t'], async () => undefined);
    await expect(one.run('g', ['t'], async () => undefined)).rejects.toThrow('already consumed in this process');
    await expect(two.run('g', ['t'], async () => undefined)).rejects.toThrow('consumed by another process');
    await two.run('other', ['t'], async () => undefined);
    await consumer.stop();
    const collector = await new Collector(5_000).run(two, 'g', 't');
    await one.publish([message('t', 'k', 'across')]);
    await collector.has(['across']);
  }, 20_000);

  it('rejects while its database is away, and recovers by itself afterwards', async () => {
    const bus = await open();
    const collector = await new Collector(20_000).run(bus, 'g', 't');
    await bus.publish([message('t', 'k', 'before')]);
    await collector.has(['before']);
    await database.goAway();
    await expect(bus.publish([message('t', 'k', 'lost')])).rejects.toThrow();
    await database.comeBack();
    await eventually('publishes again', () =>
      bus.publish([message('t', 'k', 'after')]).then(
        () => true,
        () => false,
      ),
    );
    await collector.has(['after']);
    expect(collector.texts()).toEqual(['before', 'after']);
  }, 40_000);

  it('delivers by polling while only its listening connection is away', async () => {
    const bus = await open();
    const collector = await new Collector(6_000).run(bus, 'g', 't');
    await bus.publish([message('t', 'k', 'before')]);
    await collector.has(['before']);
    const name = new URL(database.url).pathname.slice(1);
    await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await onServer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'precis-bus' AND datname = '${name}'`,
    );
    await bus.publish([message('t', 'k', 'after')]);
    await collector.has(['after']);
    await database.comeBack();
  }, 20_000);

  it('wakes its readers immediately when something is appended', async () => {
    // With this poll interval, polling alone would find nothing within the test.
    const bus = await open(3_600_000);
    const collector = await new Collector(20_000).run(bus, 'g', 't');
    await bus.publish([message('t', 'k', 'warm')]);
    await collector.has(['warm']);
    for (let i = 0; i < 10; i++) {
      await bus.publish([message('t', 'k', `m${i}`)]);
      await collector.has([`m${i}`]);
    }
  });
});
