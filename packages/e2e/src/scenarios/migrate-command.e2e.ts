import { freePorts } from '@precis/backends/free-ports';
import { openDatabase } from '@precis/runtime/database';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { runCommand } from '../deployment/run-command.js';
import { sweep } from '../deployment/secrets-sweep.js';
import { ServiceProcess } from '../deployment/service-process.js';

const COMMAND = 'services/billing/dist/migrate.main.js';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());
afterAll(() => sweep.end());

/** Billing on a broker that does not exist: it starts without Kafka. */
async function billing(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const [opsPort, rpcPort] = await freePorts(2);
  const fixed = {
    DATABASE_URL: database.url,
    GRPC_URL: `127.0.0.1:${rpcPort}`,
    CALLER_SECRETS: '',
    KAFKA_BROKERS: '127.0.0.1:1',
    DRAIN_DELAY_MS: '0',
  };
  return new ServiceProcess('billing', opsPort, { ...fixed, ...settings });
}

describe("a service's migrate command", () => {
  it('run five times in parallel succeeds five times, does the work once, and finds nothing to do afterwards', async () => {
    const printed = await Promise.all(
      Array.from({ length: 5 }, () => runCommand(COMMAND, { DATABASE_URL: database.url })),
    );
    expect(printed.filter((text) => text.startsWith('billing: ran '))).toHaveLength(1);
    expect(printed.filter((text) => text === 'billing: nothing to migrate\n')).toHaveLength(4);
    expect(await runCommand(COMMAND, { DATABASE_URL: database.url })).toBe('billing: nothing to migrate\n');
  }, 60_000);

  it('reports what is wrong with its settings, and fails', async () => {
    await expect(runCommand(COMMAND, { DATABASE_URL: 'mysql://secret-host' })).rejects.toThrow(
      /DATABASE_URL: expected a postgres:\/\/ URL/,
    );
  }, 30_000);
});

describe('a service as a process of its own', () => {
  it('refuses to start before its migrate command, reports why, and writes nothing', async () => {
    const early = await billing();
    await expect(early.start()).rejects.toThrow(/The database lacks \d+ migrations .*migrate\.main\.js/);
    const source = await openDatabase({ url: database.url, migrations: [], poolSize: 1 });
    expect(await source.query(`SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
      { tables: 0 },
    ]);
    await source.destroy();
  }, 60_000);

  it('starts after it, or with MIGRATE_ON_START=on, shows its metrics on the ops port alone, and exits 0 at SIGTERM', async () => {
    const own = await billing({ MIGRATE_ON_START: 'on' });
    await own.start();
    const metrics = await (await fetch(`${own.opsUrl}/metrics`)).text();
    for (const name of [
      'precis_outbox_depth',
      'precis_outbox_oldest_age_seconds',
      'precis_events_waiting',
      'process_cpu_user_seconds_total',
    ])
      expect(metrics).toContain(`\n${name}`);
    expect((await fetch(`${own.opsUrl}/healthz`)).status).toBe(200);
    expect(await own.stop()).toBe(0);
    const later = await billing();
    await later.start();
    expect(await later.stop()).toBe(0);
  }, 60_000);
});
