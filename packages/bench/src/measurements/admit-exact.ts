import type { Distributed } from '@precis/e2e/deployment/distributed';
import { registerWithKey } from '@precis/e2e/deployment/accounts';
import { grantPlan } from '@precis/e2e/deployment/grant-plan';
import { pause } from '@precis/runtime/pause';
import pg from 'pg';
import { ask, type BenchCall } from '../admission/callers.js';
import { callOf } from '../admission/contender.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';

const DEMAND = 3;
const AT_ONCE = 32;
/** One in this many calls asks for a video that fails. */
const EVERY_FAILING = 10;
const FAILING = JSON.stringify({ url: 'https://www.youtube.com/watch?v=precis-mute' });
/** Far longer than the calls and the restarts take. */
const CALLS_LIMIT_MS = 600_000;
const LEASES_LIMIT_MS = 60_000;
const PLAN_LIMIT_MS = 30_000;

interface Books {
  used: number;
  reserved: number;
  charged: number;
}

/** Answers that decide a call: served, failed by the video's fault, or beyond the quota. After any other answer the client sends another call. */
const DECIDED = ['200', '404', '429'];
const RETRY_MS = 50;

/** What dies and starts again, in this order, while the quota is being used up. */
function deaths({ copies, redis }: Distributed): (() => Promise<unknown>)[] {
  const again = (one: { kill(): Promise<unknown>; start(): Promise<unknown> }) => () =>
    one.kill().then(() => one.start());
  const [one, other = one] = copies.gateway.slice(-2);
  return [() => redis.kill().then(() => redis.restart()), again(one), again(copies.usage[0]), again(other)];
}

/** Sends more demand than quota over all gateways while Redis, gateways and usage are killed: the charges must equal the quota, to the unit. */
export async function admitExact(stage: Stage): Promise<Findings> {
  const product = await stage.product();
  const { running } = product;
  const { gateways, isShort } = stage.size;
  const [plan, quota] = isShort ? (['basic', 100] as const) : (['enterprise', 3_000] as const);
  await Promise.all(running.copies.gateway.map((one) => one.runs || one.start()));
  const account = await registerWithKey(running);
  const accountId = await grantPlan(running.operator, account.email, plan);
  const usage = new pg.Client({ connectionString: running.databaseUrls.usage });
  await usage.connect();
  const due = deaths(running).map((die, at, { length }) => ({ die, from: ((at + 1) * quota) / (length + 1) }));
  const dying: Promise<unknown>[] = [];
  try {
    await planCounts(running, account.token, quota);
    const calls = running.gatewayUrls.map((url) => callOf(url, account.key));
    const statuses: Record<string, number> = {};
    const all = quota * DEMAND;
    let failure: unknown;
    let [sent, decided] = [0, 0];
    const untilMs = performance.now() + CALLS_LIMIT_MS;
    const failed = (error: unknown) => void (failure ??= error);
    const note = (status: string) => void (statuses[status] = (statuses[status] ?? 0) + 1);
    const goOn = async () => {
      while (decided < all) {
        if (failure) throw failure;
        if (performance.now() > untilMs) throw new Error(`only ${decided} of ${all} calls were decided in time`);
        const nr = sent++;
        if (decided >= (due[0]?.from ?? Infinity)) dying.push(due.shift()!.die().catch(failed));
        // A round of calls reaches each gateway once, so every gateway gets failing calls.
        const status = await statusOf(calls[nr % calls.length], Math.floor(nr / calls.length) % EVERY_FAILING === 0);
        note(status);
        if (DECIDED.includes(status)) decided += 1;
        else await pause(RETRY_MS);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, goOn));
    await Promise.all(dying);
    if (failure) throw failure;
    // Lapsed reservations are given back with the account's next operation, so it continues to call.
    const books = await settledBooks(usage, accountId, quota, () => statusOf(calls[0], false).then(note));
    const isExact = books.used === quota && books.charged === quota && books.reserved === 0;
    // A call whose answer was lost may be charged too, so fewer calls may be served than charged, but never more.
    const served = statuses['200'] ?? 0;
    return {
      tables: [
        {
          title: `Demand ${all} of a quota of ${quota}, ${gateways} gateways, one call in ${EVERY_FAILING} fails; Redis, two gateways and usage killed`,
          columns: ['charged', 'used', 'reserved', 'answers by status'],
          rows: [
            {
              name: 'ours, separate',
              cells: [books.charged, books.used, books.reserved, JSON.stringify(statuses)].map(String),
            },
          ],
        },
      ],
      bars: [
        { what: `charged ${books.charged} = quota ${quota}, nothing stranded`, isMet: isExact, isCount: true },
        { what: `served ${served} <= charged ${books.charged}`, isMet: served <= books.charged, isCount: true },
      ],
    };
  } finally {
    due.length = 0;
    await Promise.all(dying);
    await usage.end();
    await Promise.all(running.copies.gateway.slice(1).map((copy) => copy.kill()));
  }
}

async function statusOf(call: BenchCall, fails: boolean): Promise<string> {
  return ask(fails ? { ...call, body: FAILING } : call).then(String, () => 'cut off');
}

/** Waits for the plan, which reaches usage as an event. */
async function planCounts(running: Distributed, token: string, quota: number): Promise<void> {
  const untilMs = performance.now() + PLAN_LIMIT_MS;
  while ((await running.call('GET', '/api/usage/summary', { token })).body.data?.current.limit !== quota) {
    if (performance.now() > untilMs) throw new Error('the granted plan did not reach usage in time');
    await pause(100);
  }
}

async function settledBooks(
  usage: pg.Client,
  accountId: string,
  quota: number,
  knock: () => Promise<unknown>,
): Promise<Books> {
  const untilMs = performance.now() + LEASES_LIMIT_MS;
  for (;;) {
    const { rows } = await usage.query(
      `SELECT used, reserved, (SELECT count(*)::int FROM metered_calls c WHERE c.account_id = m.account_id AND state = 'charged') AS charged
       FROM quota_months m WHERE account_id = $1`,
      [accountId],
    );
    const [books] = rows as Books[];
    if ((books.reserved === 0 && books.used >= quota) || performance.now() > untilMs) return books;
    await knock();
    await pause(500);
  }
}
