import { openDatabase } from '@precis/runtime/database';
import { registerPoolMetrics } from '@precis/runtime/pool-metrics';
import { eventually } from '@precis/testing/eventually';
import { freshDatabase } from '@precis/testing/postgres';
import { Registry } from 'prom-client';

describe('the metrics of a pool', () => {
  it('report used connections and waiting callers, also while every connection is in use', async () => {
    const { url, drop } = await freshDatabase();
    const database = await openDatabase({ url, migrations: [], poolSize: 2 });
    const metrics = new Registry();
    registerPoolMetrics(metrics, database);
    const shown = async () =>
      Object.fromEntries(
        [...(await metrics.metrics()).matchAll(/^precis_database_pool_(\S+) (\d+)$/gm)].map(([, name, value]) => [
          name,
          Number(value),
        ]),
      );
    const holders = [database.createQueryRunner(), database.createQueryRunner()];
    try {
      await Promise.all(holders.map((holder) => holder.connect()));
      const waiting = [database.query('SELECT 1'), database.query('SELECT 1')];
      await eventually('both wait', async () => (await shown()).waiting === 2);
      expect(await shown()).toEqual({
        'connections{state="in_use"}': 2,
        'connections{state="idle"}': 0,
        limit: 2,
        waiting: 2,
      });
      await Promise.all(holders.map((holder) => holder.release()));
      await Promise.all(waiting);
      expect(await shown()).toMatchObject({ 'connections{state="in_use"}': 0, waiting: 0 });
    } finally {
      await database.destroy();
      await drop();
    }
  });
});
