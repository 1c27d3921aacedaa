import { startPostgres } from '@precis/backends/postgres-backend';
import { migrate } from '@precis/runtime/database';
import { createLogger } from '@precis/runtime/logger';
import { openDatabase } from '@precis/usage/database';
import type { Operation } from '@precis/usage/quota/apply-operation.rule';
import { ApplyOperations } from '@precis/usage/quota/apply-operations.usecase';
import { OperationBatch } from '@precis/usage/quota/operation-batch';
import { QuotaRepository } from '@precis/usage/quota/quota.repository';
import { ThresholdsRepository } from '@precis/usage/quota/thresholds.repository';
import { UsualOperations } from '@precis/usage/quota/usual-operations.repository';
import { RecheckTimetable } from '@precis/usage/timetables/recheck-timetable.usecase';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { processorTimeUs } from '../admission/processor-time.js';
import { figure, medianOf, ratio, shown } from '../figures.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';
import { copyRows } from './copy-rows.js';

/** The size of a gateway's largest message, two of which are in progress. */
const BATCH = 500;
const IN_FLIGHT = 2;
const ACCOUNTS = 1_000;
const LEAST = 0.5;
const TABLES = ['metered_calls', 'statement_lines'];
const HOLDER = 'gateway-of-the-bench';

/**
 * Measures how fast usage decides and writes ReserveAndCharge, compared with COPY of the resulting rows into the same schema with the same indexes.
 */
export async function ingest(stage: Stage): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const databases: DataSource[] = [];
  const client = new pg.Client({ connectionString: postgres.url('copied') });
  try {
    for (const name of ['written', 'copied']) {
      const admin = new pg.Client({ connectionString: postgres.url('postgres') });
      await admin.connect();
      await admin.query(`CREATE DATABASE ${name}`).finally(() => admin.end());
      const database = await openDatabase(postgres.url(name));
      databases.push(database);
      await migrate(database);
    }
    await client.connect();
    const [written] = databases;
    const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID());
    const timetable = JSON.stringify({ freeVideosPerMonth: 100_000_000, entries: [] });
    for (const database of databases)
      await database.query('INSERT INTO quota_accounts (account_id, timetable) SELECT unnest($1::uuid[]), $2', [
        accounts,
        timetable,
      ]);
    const apply = await writerOf(written);
    const batches = stage.size.isShort ? 8 : 60;
    const seen = {
      writtenRate: [] as number[],
      copiedRate: [] as number[],
      writtenUs: [] as number[],
      copiedUs: [] as number[],
      nodeUs: [] as number[],
    };
    let all = 0;
    let last: ReturnType<typeof operations> = [];
    for (let round = -1; round < stage.size.rounds; round++) {
      const lots = Array.from({ length: batches }, () => operations(accounts));
      const rows = batches * BATCH;
      all += rows;
      last = lots[0];
      const [before, cpu] = [await lastRows(written), process.cpuUsage()];
      const own = await timed(postgres.pid, () => inFlight(lots, (lot) => apply.execute(lot)));
      const node = process.cpuUsage(cpu);
      const texts = await Promise.all(TABLES.map((table) => textOf(written, table, before)));
      const floor = await timed(postgres.pid, async () => {
        for (const [at, table] of TABLES.entries()) await copyRows(client, table, texts[at]);
      });
      if (round < 0) continue;
      seen.writtenRate.push(rows / own.seconds);
      seen.copiedRate.push(rows / floor.seconds);
      seen.writtenUs.push(own.usedUs / rows);
      seen.copiedUs.push(floor.usedUs / rows);
      seen.nodeUs.push((node.user + node.system) / rows);
    }
    // A batch whose answer was lost is sent again.
    const repeated = await apply.execute(last);
    const counted = await Promise.all(
      databases.map((one) => one.query('SELECT count(*)::int AS rows FROM metered_calls')),
    );
    const [{ used }] = await written.query('SELECT sum(used)::int AS used FROM quota_months');
    const isOnce =
      used === all &&
      counted.every(([{ rows }]) => rows === all) &&
      repeated.every(({ outcome }) => outcome.kind === 'charged');
    const [rate, floorRate] = [figure(seen.writtenRate), figure(seen.copiedRate)];
    const share = ratio(rate, floorRate);
    return {
      tables: [
        {
          title: `${batches * BATCH} calls of ${ACCOUNTS} accounts a round, batches of ${BATCH}, ${IN_FLIGHT} on their way, fsync on`,
          columns: ['rows/s', 'Postgres us', 'node us', 'rows/s / COPY'],
          rows: [
            { name: 'ReserveAndCharge', cells: [rate, figure(seen.writtenUs, 1), figure(seen.nodeUs, 1), share] },
            {
              name: 'COPY of the same rows',
              cells: [floorRate, figure(seen.copiedUs, 1), '', figure(seen.copiedRate.map(() => 1))],
            },
          ],
        },
      ],
      bars: [
        {
          what: `usage writes at ${shown(share)} of the rate of COPY (at least ${LEAST})`,
          isMet: medianOf(share) >= LEAST,
        },
        { what: `${all} calls are ${used} units after a batch came twice`, isMet: isOnce, isCount: true },
      ],
    };
  } finally {
    await client.end().catch(() => undefined);
    for (const database of databases) await database.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writerOf(database: DataSource): Promise<ApplyOperations> {
  const [quotas, clock, logger] = [new QuotaRepository(), { now: () => new Date() }, createLogger('bench', 'silent')];
  await quotas.renewLease(database.manager, HOLDER, 3_600);
  const alone = new RecheckTimetable({ read: async () => undefined, rests: () => false }, database, logger);
  const batch = new OperationBatch(quotas, new ThresholdsRepository(), clock);
  return new ApplyOperations(database, batch, clock, alone, new UsualOperations(), logger);
}

function operations(accounts: string[]) {
  return Array.from({ length: BATCH }, (_, nr) => ({
    accountId: accounts[Math.floor(Math.random() * accounts.length)],
    operation: {
      kind: 'reserveAndCharge',
      callId: randomUUID(),
      facts: {
        idemHash: null,
        bodyHash: null,
        client: 'curl/8.5.0',
        endpoint: '/api/youtube/summarize',
        holder: HOLDER,
      },
      resultRef: randomUUID(),
      subject: {
        videoId: 'precisDemo1',
        title: `How a canal lock lifts a boat ${nr}`,
        summaryType: 'auto',
        durationSeconds: 186,
      },
    } satisfies Operation,
  }));
}

async function inFlight<T>(lots: T[], write: (lot: T) => Promise<unknown>): Promise<void> {
  const waiting = [...lots];
  const goOn = async () => {
    for (let lot = waiting.shift(); lot; lot = waiting.shift()) await write(lot);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, goOn));
}

async function timed(pid: number, work: () => Promise<unknown>): Promise<{ seconds: number; usedUs: number }> {
  const [beganMs, usedUs] = [performance.now(), processorTimeUs(pid, true)];
  await work();
  return { seconds: (performance.now() - beganMs) / 1_000, usedUs: processorTimeUs(pid, true) - usedUs };
}

async function lastRows(database: DataSource): Promise<string> {
  const [{ last }] = await database.query('SELECT coalesce(max(id), 0)::text AS last FROM metered_calls');
  return last;
}

/** The rows that a round added, in the text format of COPY. */
async function textOf(database: DataSource, table: string, after: string): Promise<string> {
  const by = table === 'metered_calls' ? 'id' : 'call_row';
  const rows: { line: string }[] = await database.query(
    `SELECT array_to_string(ARRAY(SELECT coalesce(replace(value, '\\', '\\\\'), '\\N') FROM json_each_text(row_to_json(t)) ), E'\\t') AS line FROM ${table} t WHERE ${by} > $1 ORDER BY ${by}`,
    [after],
  );
  return rows.map(({ line }) => `${line}\n`).join('');
}
