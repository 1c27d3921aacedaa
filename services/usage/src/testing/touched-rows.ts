import type { DataSource, EntityManager } from 'typeorm';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/**
 * Tables with a row per account, month or gateway. They are small compared with one that has a row per call, so Postgres may scan them completely.
 */
const SMALL = /^(quota_|holders)/;

/** What Postgres did for the statements of a read. */
export interface Touched {
  /** Rows of tables and entries of indexes that were read, including those that a filter removed. */
  rows: number;
  /** Pages of 8 kB. */
  pages: number;
  ms: number;
  /** Tables that were read from one end to the other; small ones do not count. */
  scanned: string[];
}

/**
 * Runs a read, with each of its statements also run under EXPLAIN ANALYZE in a transaction that is rolled back, and adds up what they read.
 */
export async function touchedBy(
  database: DataSource,
  read: (database: DataSource) => Promise<unknown>,
): Promise<Touched> {
  const touched: Touched = { rows: 0, pages: 0, ms: 0, scanned: [] };
  const explained = async (sql: string, params: unknown[] = []) => {
    const runner = database.createQueryRunner();
    await runner.startTransaction();
    try {
      const [row] = await runner.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, params);
      const [{ Plan: plan, 'Execution Time': ms }] = row['QUERY PLAN'] as [{ Plan: Plan; 'Execution Time': number }];
      touched.ms += ms;
      touched.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      add(plan, touched);
      return await runner.query(sql, params);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  };
  const manager = { query: explained } as unknown as EntityManager;
  await read({ query: explained, manager } as unknown as DataSource);
  return touched;
}

function add(plan: Plan, touched: Touched): void {
  if (/Scan$/.test(plan['Node Type']) && plan['Relation Name'] !== undefined && !SMALL.test(plan['Relation Name'])) {
    const each =
      plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
    touched.rows += each * plan['Actual Loops'];
    if (plan['Node Type'] === 'Seq Scan') touched.scanned.push(plan['Relation Name']);
  }
  for (const inner of plan.Plans ?? []) add(inner, touched);
}
