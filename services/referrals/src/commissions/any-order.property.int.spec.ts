import type { Announcement } from '@precis/events/catalogue/event-type';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { ConsumingDatabase } from '../testing/consuming-database.js';
import { completed, disputed, failed, pending, refunded, registered, verified, walletEntry } from '../testing/facts.js';
import { announcedIn } from '../testing/written.js';

const FULL = Boolean(process.env.FULL);
const RUNS = FULL ? 2_000 : 60;
/** Index of the topic with billing's answers, after the topics of the test. */
const WALLET = 3;

type Code = 'none' | 'first' | 'second' | 'own' | 'same person' | 'nobody';
const code = fc.constantFrom<Code[]>('none', 'none', 'first', 'second', 'own', 'same person', 'nobody');
const change = fc.oneof(
  fc.record({
    kind: fc.constantFrom('refund', 'refund', 'refund that failed'),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ kind: fc.constantFrom('open', 'won', 'lost'), percent: fc.constant(0) }),
);
const payment = fc.record({
  code,
  amountCents: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 100_000 })),
  ways: fc.constantFrom('c', 'pc', 'pf', 'p', 'pfc', 'pfpc', 'f'),
  changes: fc.array(change, { maxLength: 4 }),
});
const life = fc.record({
  signUp: code,
  payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
  /** The payment whose next event follows on its topic. */
  merge: fc.array(fc.nat(2), { minLength: 30, maxLength: 30 }),
  /** The topic that delivers next, and whether its event is delivered twice. */
  order: fc.array(fc.record({ topic: fc.nat(WALLET), twice: fc.boolean() }), { minLength: 80, maxLength: 80 }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

let referrals: ConsumingDatabase;
beforeAll(async () => void (referrals = await ConsumingDatabase.open()));
afterAll(() => referrals?.close());

/** The amount of a refund after an earlier or a failed one. */
function refundedBy(kind: string, percent: number, amountCents: number, beforeCents: number): number {
  const cents = Math.ceil((amountCents * percent) / 100);
  return kind === 'refund' ? Math.min(amountCents, beforeCents + cents) : Math.max(0, beforeCents - cents);
}

/** The accounts of one run, and their events, by topic. Names differ between runs, so that all share one database. */
async function world(told: Life) {
  const name = randomUUID();
  const ids = { first: `1-${name}`, second: `2-${name}`, self: `3-${name}`, user: `u-${name}` };
  const codes: Record<Code, string> = {
    none: '',
    nobody: 'ZZZZZZZZZZ',
    first: await referrals.codeOf(ids.first),
    second: await referrals.codeOf(ids.second),
    'same person': await referrals.codeOf(ids.self),
    own: await referrals.codeOf(ids.user),
  };
  const own = `${ids.user}@example.com`;
  const referrers = [registered(ids.first), registered(ids.second), registered(ids.self, own)];
  const account = [registered(ids.user, own), verified(ids.user, codes[told.signUp])];
  const lanes = told.payments.map((one, index) => {
    const paid = {
      userId: ids.user,
      paymentId: `${index}-${name}`,
      amountCents: one.amountCents,
      referralCode: codes[one.code],
    };
    const way = { p: pending, f: failed, c: completed };
    const ways = [...one.ways].map((letter) => way[letter as 'p'](paid));
    let refundedCents = 0;
    const changes = one.changes.map(({ kind, percent }, n) => {
      if (!kind.startsWith('refund')) return disputed(paid, 'D', kind);
      refundedCents = refundedBy(kind, percent, one.amountCents, refundedCents);
      return refunded(paid, `R${n}`, refundedCents, kind !== 'refund');
    });
    return one.ways.endsWith('c') ? [...ways, ...changes] : ways;
  });
  const payments: { lane: number; event: Announcement }[] = [];
  for (const pick of told.merge) {
    const open = lanes.flatMap((lane, index) => (lane.length > 0 ? [index] : []));
    if (open.length === 0) break;
    const lane = open[pick % open.length];
    payments.push({ lane, event: lanes[lane].shift()! });
  }
  return { ids, name, topics: [referrers, account, payments.map(({ event }) => event)], payments };
}

/** Delivers billing's answer to the oldest unanswered credit. False when there is none. */
async function answerCredit(ids: Record<string, string>, answered: Set<string>): Promise<boolean> {
  for (const referrer of [ids.first, ids.second])
    for (const { type, commissionId } of await announcedIn(referrals.database.manager, referrer)) {
      if (type !== 'commission-approved' || answered.has(commissionId)) continue;
      answered.add(commissionId);
      await referrals.handle(walletEntry(referrer, commissionId));
      return true;
    }
  return false;
}

/** Plays all topics in the given order; by default one after the other, with immediate answers of the wallet. */
async function play({ ids, topics }: Awaited<ReturnType<typeof world>>, order: Life['order'] = []): Promise<void> {
  const left = topics.map((topic) => [...topic]);
  const answered = new Set<string>();
  for (const { topic, twice } of order) {
    if (topic === WALLET) await answerCredit(ids, answered);
    const event = left[topic]?.shift();
    for (let times = twice ? 2 : 1; event && times > 0; times--) await referrals.handle(event);
  }
  for (const event of left.flat()) {
    await referrals.handle(event);
    if (order.length === 0) while (await answerCredit(ids, answered));
  }
  while (await answerCredit(ids, answered));
}

/** All rows of one run, without random ids, the run's name, and positions among all payments. */
async function rowsOf({ ids, name }: Awaited<ReturnType<typeof world>>) {
  const query = (sql: string) => referrals.database.query(sql, [ids.user]);
  const rows = {
    account: await query(
      `SELECT referrer_id, attributed_by, attributed_at, verified_at, array_length(email_hashes, 1) AS hashes,
         (SELECT count(*) FROM payments p WHERE p.account_id = a.account_id AND p.place < attributed_from) AS before
       FROM accounts a WHERE account_id = $1`,
    ),
    payments: await query(
      'SELECT payment_id, state, amount_cents, seen_at FROM payments WHERE account_id = $1 ORDER BY place',
    ),
    commissions: await query(
      `SELECT payment_id, referrer_id, paid_cents, rate_bps, amount_cents, status, owed_cents, credited_cents, reversed_cents, created_at
       FROM commissions WHERE referred_id = $1 ORDER BY payment_id`,
    ),
    entries: await query(
      `SELECT c.payment_id, e.number, e.kind, e.cause, e.amount_cents, e.state FROM commission_entries e
       JOIN commissions c ON c.id = e.commission_id WHERE c.referred_id = $1 ORDER BY c.payment_id, e.number`,
    ),
  };
  return JSON.parse(JSON.stringify(rows).replaceAll(name, 'NAME')) as {
    account: { referrer_id: string | null }[];
    commissions: { payment_id: string; amount_cents: string; owed_cents: string; status: string }[];
  };
}

/** The expected result by the product's rules, without a database: the referrer, and the rest of each payment's commission. */
function predicted(told: Life, payments: { lane: number; event: Announcement }[]) {
  const counts = (one: Code) => one === 'first' || one === 'second';
  let referrer: Code | undefined = counts(told.signUp) ? told.signUp : undefined;
  const states = new Map<number, string>();
  const earns = new Set<number>();
  for (const { lane, event } of payments) {
    const isHeard = event.type === 'payment-pending' || event.type === 'payment-completed';
    if (isHeard && !states.has(lane)) {
      const isFirst = [...states.values()].every((state) => state === 'payment-failed');
      if (!referrer && isFirst && counts(told.payments[lane].code)) referrer = told.payments[lane].code;
      if (referrer) earns.add(lane);
    }
    if (isHeard || (event.type === 'payment-failed' && states.has(lane))) states.set(lane, event.type);
  }
  const left = told.payments.flatMap(({ amountCents, changes }, lane) => {
    const earned = Math.floor((amountCents * 15) / 100);
    if (!earns.has(lane) || earned === 0) return [];
    const state = states.get(lane)!;
    if (state === 'payment-failed') return [{ lane, owed: 0, status: 'failed' }];
    if (state === 'payment-pending') return [{ lane, owed: earned, status: 'pending' }];
    const disputes = [...new Set(changes.map(({ kind }) => kind))].filter((kind) => !kind.startsWith('refund'));
    const last = disputes.findLast((kind, index) => kind !== 'open' || index === 0);
    let refunded = 0;
    for (const { kind, percent } of changes)
      if (kind.startsWith('refund')) refunded = refundedBy(kind, percent, amountCents, refunded);
    const owed = last === 'open' || last === 'lost' ? 0 : earned - Math.floor((earned * refunded) / amountCents);
    return [{ lane, owed, status: owed === 0 ? 'reversed' : 'completed' }];
  });
  return { referrer, left };
}

describe('all events of one account', () => {
  it(
    'lead to the same rows whichever topic is ahead and whatever comes twice, and to those that the rules predict',
    async () => {
      await fc.assert(
        fc.asyncProperty(life, async (told) => {
          // Announcements of earlier runs would slow down each look.
          await referrals.database.query('TRUNCATE outbox');
          const [straight, mixed] = [await world(told), await world(told)];
          await play(straight);
          await play(mixed, told.order);
          const rows = await rowsOf(straight);
          expect(await rowsOf(mixed)).toEqual(rows);
          const { referrer, left } = predicted(told, straight.payments);
          expect(rows.account[0].referrer_id).toBe(referrer ? `${referrer === 'first' ? 1 : 2}-NAME` : null);
          expect(rows.commissions.map((row) => [row.payment_id, Number(row.owed_cents), row.status])).toEqual(
            left.map(({ lane, owed, status }) => [`${lane}-NAME`, owed, status]),
          );
          // The requested credits equal the owed ones: nothing is credited or taken back twice.
          const news = await announcedIn(
            referrals.database.manager,
            referrer === 'second' ? mixed.ids.second : mixed.ids.first,
          );
          const moved = news.reduce(
            (sum, { type, amountCents }) =>
              sum + (type === 'commission-approved' ? amountCents : type === 'commission-reversed' ? -amountCents : 0),
            0,
          );
          const owed = left.filter(({ status }) => status !== 'pending').reduce((sum, one) => sum + one.owed, 0);
          expect(moved).toBe(owed);
        }),
        { numRuns: RUNS },
      );
    },
    FULL ? 1_200_000 : 240_000,
  );
});
