import { openDatabase } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../deployment/call.js';
import { databaseRows } from '../deployment/database-rows.js';
import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { SERVICES } from '../deployment/distributed-settings.js';
import { runCommand } from '../deployment/run-command.js';
import { BacklogWatch } from '../outage/backlog-watch.js';

const FULL = Boolean(process.env.FULL);
const JOBS = FULL ? 50 : 14;
const KILLS_OF_EACH = FULL ? 2 : 1;
const PATH = '/api/youtube/summarize';
/** Time until a job is accepted, and until it has ended: ten times the lease of a killed copy (20 s). */
const PATIENCE_MS = 200_000;
/** The answers after which a client retries: none, an unavailable service, and a first request that is still being accepted. */
const REPEATED = [409, 502, 503, 504];

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
let state = seed;
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

describe(`kill -9 of each service during ${JOBS} jobs (seed ${seed})`, () => {
  let precis: Distributed;
  beforeAll(async () => {
    precis = await startDistributed({
      backends: 'chosen',
      copies: Object.fromEntries(SERVICES.map((name) => [name, 1])),
      settings: { summarisation: { JOBS_PER_ACCOUNT: '100' } },
    });
  }, 240_000);
  afterAll(() => precis?.close(), 90_000);

  const get = (path: string) =>
    precis.call('GET', path, { key: precis.demo.api_key }).catch(() => undefined as Answer | undefined);
  const used = async () => (await get('/api/usage/summary'))?.body.data?.current.used as number | undefined;

  let cut = 0;

  /** Sends the request of a job under one Idempotency-Key until it is accepted; returns the job's id. */
  async function accepted(nr: number): Promise<string> {
    const headers = { prefer: 'respond-async', 'idempotency-key': `job-${seed}-${nr}` };
    const body = { url: 'https://youtu.be/precisDemo1', summary_type: 'detail', custom_prompt: `job ${seed} ${nr}` };
    return eventually(
      `job ${nr} is accepted`,
      async () => {
        const answer = await precis
          .call('POST', PATH, { body, headers, key: precis.demo.api_key })
          .catch(() => undefined);
        if (answer?.status !== 202) cut++;
        if (answer?.status === 202) return answer.body.data.job_id as string;
        if (answer && !REPEATED.includes(answer.status)) throw new Error(`job ${nr}: ${answer.status} ${answer.text}`);
        await pause(50 + 100 * random());
        return false;
      },
      PATIENCE_MS,
    );
  }

  const jobsWith = (condition: string) =>
    databaseRows(precis.databaseUrls.summarisation, `SELECT call_id FROM jobs WHERE ${condition}`);

  /** Ids of jobs that a killed copy held. They stay `running` until their leases expire. */
  const orphaned = new Set<string>();

  /** Calls `kill` while a job is in progress. A job takes only milliseconds, so a lock keeps its result from being stored until `kill` is done. */
  async function withJobInHand(kill: () => Promise<unknown>): Promise<void> {
    const inHand = async () => (await jobsWith(`state = 'running'`)).map(({ call_id }) => String(call_id));
    const database = await openDatabase({ url: precis.databaseUrls.summarisation, migrations: [], poolSize: 1 });
    try {
      await database.transaction(async (manager) => {
        await manager.query('LOCK TABLE results IN SHARE MODE');
        const isAnyNew = async () => (await inHand()).some((id) => !orphaned.has(id));
        await eventually('a job is in hand', isAnyNew, PATIENCE_MS);
        await kill();
        for (const id of await inHand()) orphaned.add(id);
      });
    } finally {
      await database.destroy();
    }
  }

  it('each is done, shown and charged once, whatever was killed while it was accepted, made or charged (SUM-13)', async () => {
    const before = (await used())!;
    const victims = Array.from({ length: KILLS_OF_EACH }, () => SERVICES).flat();
    const ids: string[] = [];
    for (const [round, service] of victims.entries()) {
      const numbers = Array.from({ length: JOBS }, (_, nr) => nr).filter((nr) => nr % victims.length === round);
      const batch = numbers.map((nr) => accepted(nr));
      const [copy] = precis.copies[service];
      if (service === 'summarisation') await withJobInHand(() => copy.kill());
      else {
        // The kill hits jobs that are being accepted, waiting, and about to be charged.
        await Promise.race([...batch, pause(20 + 60 * random())]);
        await pause(20 * random());
        await copy.kill();
      }
      await copy.start();
      ids.push(...(await Promise.all(batch)));
    }
    expect(new Set(ids).size).toBe(JOBS);

    const ends = await Promise.all(
      ids.map((id) =>
        eventually(
          `job ${id} has ended`,
          async () => {
            await pause(200);
            const answer = await get(`/api/youtube/jobs/${id}`);
            return answer?.status === 200 && answer.body.data.finished_at !== null && answer.body.data;
          },
          PATIENCE_MS,
        ),
      ),
    );
    expect(ends.filter(({ status, result }) => status !== 'completed' || !result)).toEqual([]);
    await eventually(`${JOBS} are charged`, async () => (await used()) === before + JOBS, PATIENCE_MS);
    const again = (await jobsWith('tries > 1')).length;
    console.info(
      `${victims.length} kills; ${cut} requests for a job came to nothing; ${again} of ${JOBS} jobs were tried more than once`,
    );
    expect(again).toBeGreaterThanOrEqual(KILLS_OF_EACH);
  }, 600_000);

  it('leaves books that agree: nothing reserved, every event in effect once', async () => {
    await new BacklogWatch(precis.databaseUrls).seconds('waiting');
    const reserved = `SELECT call_id FROM metered_calls WHERE state = 'reserved'`;
    expect(await databaseRows(precis.databaseUrls.usage, reserved)).toEqual([]);
    const urls = Object.entries(precis.databaseUrls).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
    console.info(
      await runCommand('packages/audit/dist/main.js', { ...Object.fromEntries(urls), AUDIT_GRACE_SECONDS: '0' }),
    );
  }, 300_000);
});
