import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inTransaction, migrate, openDatabase } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import type { DataSource } from 'typeorm';
import { EVENT_MIGRATIONS } from './schema/event-migrations.js';
import { addToOutbox } from './outbox/outbox.js';

const EVENTS = 1_500;
const LIVES = 4;
/** Child processes run the build. */
const LIFE = fileURLToPath(new URL('../dist/fixture/event-life.main.js', import.meta.url));

describe('kill -9 of a process with relay, embedded bus and consumer', () => {
  let service: FreshDatabase;
  let log: FreshDatabase;
  let database: DataSource;
  let life: ChildProcess | undefined;

  beforeAll(async () => {
    [service, log] = [await freshDatabase(), await freshDatabase()];
    database = await openDatabase({ url: service.url, migrations: EVENT_MIGRATIONS });
    await migrate(database);
    await database.query('CREATE TABLE effects (id bigserial, text text NOT NULL)');
  });
  afterAll(async () => {
    await end();
    await database.destroy();
    await Promise.all([service.drop(), log.drop()]);
  });

  const begin = (): void => {
    life = spawn(process.execPath, [LIFE, service.url, log.url], { stdio: 'ignore' });
  };
  const end = async (): Promise<void> => {
    if (!life || life.exitCode !== null || life.signalCode !== null) return;
    life.kill('SIGKILL');
    await once(life, 'exit');
  };
  const effects = async (): Promise<number> => (await database.query('SELECT count(*)::int AS n FROM effects'))[0].n;

  it('loses no event, repeats no effect and keeps the order of each key', async () => {
    for (let from = 0; from < EVENTS; from += 100) {
      const events = Array.from({ length: 100 }, (_, i) => ({
        key: `k${i % 5}`,
        payload: Buffer.from(`k${i % 5} ${from + i}`),
      }));
      await inTransaction(database, (manager) =>
        addToOutbox(manager, ...events.map((event) => ({ ...event, topic: 'auth.user.v1', type: 'user-registered' }))),
      );
    }
    for (let lives = 1; lives < LIVES; lives++) {
      const before = await effects();
      begin();
      await eventually('some work', async () => (await effects()) >= Math.min(before + 100, EVENTS), 30_000);
      await end();
    }
    expect(await effects()).toBeLessThan(EVENTS);
    begin();
    await eventually('all effects', async () => (await effects()) >= EVENTS, 60_000);
    const texts: string[] = (await database.query('SELECT text FROM effects ORDER BY id')).map(
      (row: { text: string }) => row.text,
    );
    expect(new Set(texts).size).toBe(texts.length);
    for (const key of ['k0', 'k1', 'k2', 'k3', 'k4']) {
      const numbers = texts.filter((text) => text.startsWith(key)).map((text) => Number(text.slice(3)));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(numbers).toHaveLength(EVENTS / 5);
    }
  }, 150_000);
});
