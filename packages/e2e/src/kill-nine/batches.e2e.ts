import { eventually } from '@precis/testing/eventually';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../deployment/call.js';
import { databaseRows } from '../deployment/database-rows.js';
import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { SERVICES } from '../deployment/distributed-settings.js';
import { runCommand } from '../deployment/run-command.js';
import { BacklogWatch } from '../outage/backlog-watch.js';

const ITEMS = process.env.FULL ? 60 : 14;
const PATH = '/api/youtube/batches';
/** Several times the lease that a killed copy holds on an item (30 s) or a job (20 s). */
const PATIENCE_MS = 240_000;
const VICTIMS = ['usage', 'summarisation', 'gateway', 'usage'];

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
let state = seed;
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

describe(`kill -9 of usage, summarisation and the gateway during a batch of ${ITEMS} (seed ${seed})`, () => {
  let precis: Distributed;
  beforeAll(async () => {
    precis = await startDistributed({
      backends: 'chosen',
      copies: Object.fromEntries(SERVICES.map((name) => [name, 1])),
    });
  }, 240_000);
  afterAll(() => precis?.close(), 90_000);

  const get = (path: string) =>
    precis.call('GET', path, { key: precis.demo.api_key }).catch(() => undefined as Answer | undefined);
  const used = async () => (await get('/api/usage/summary'))?.body.data?.current.used as number | undefined;

  it('each item is summarised and charged once, and its end is announced once (QUOTA-23)', async () => {
    const before = (await used())!;
    const items = Array.from({ length: ITEMS }, (_, nr) => ({
      url: 'https://youtu.be/precisDemo1',
      summary_type: 'detail',
      custom_prompt: `batch ${seed} ${nr}`,
    }));
    const ask = () =>
      precis
        .call('POST', PATH, {
          body: { items: [...items, { url: 'no video' }] },
          headers: { 'idempotency-key': `batch-${seed}` },
          key: precis.demo.api_key,
        })
        .catch(() => undefined);
    const accepted = await eventually('the batch is accepted', async () => {
      const answer = await ask();
      return answer?.status === 202 && answer;
    });
    const id = accepted.body.data.batch_id as string;
    for (const name of VICTIMS) {
      await pause(300 + 900 * random());
      const [copy] = precis.copies[name];
      await copy.kill();
      await copy.start();
    }
    const { data } = (
      await eventually(
        'the batch ends',
        async () => {
          await pause(300);
          const answer = await get(`${PATH}/${id}`);
          return answer?.status === 200 && answer.body.data.finished_at !== null && answer;
        },
        PATIENCE_MS,
      )
    ).body;
    expect(data.counts).toEqual({
      total: ITEMS + 1,
      waiting: 0,
      running: 0,
      completed: ITEMS,
      failed: 1,
      cancelled: 0,
    });
    expect(await used()).toBe(before + ITEMS);
    expect((await ask())?.body.data.batch_id).toBe(id);
    const told = `SELECT event_id FROM outbox WHERE type = 'batch-ended'`;
    expect(await databaseRows(precis.databaseUrls.usage, told)).toHaveLength(1);
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
