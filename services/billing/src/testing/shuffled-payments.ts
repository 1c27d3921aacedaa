import type { Bought, StripeBilling } from './stripe-billing.js';

/** Actions of a payer, a bank and an operator at the dashboard; `then` steps happen while the events of `first` steps are still on their way. */
const STORIES = {
  open: { first: [], then: [] },
  declined: { first: ['decline'], then: [] },
  paid: { first: ['pay'], then: [] },
  'declined, then paid': { first: ['decline', 'decline', 'pay'], then: [] },
  'paid late': { first: ['decline'], then: ['pay'] },
  expired: { first: [], then: ['expire'] },
  'bank debit': { first: ['later'], then: [] },
  'bank debit settled': { first: ['later'], then: ['settle'] },
  'bank debit failed': { first: ['later'], then: ['fail'] },
  'refunded in part': { first: ['pay'], then: ['refund 700', 'refund 299'] },
  'refunded whole': { first: ['pay'], then: ['refund 1000', 'refund 26600'] },
  'dispute open': { first: ['pay'], then: ['dispute'] },
  'dispute won': { first: ['pay'], then: ['dispute', 'won'] },
  'dispute lost': { first: ['pay'], then: ['dispute', 'lost'] },
  'dispute won on appeal': { first: ['pay'], then: ['dispute', 'lost', 'appealed', 'won'] },
  'refund that failed': { first: ['pay'], then: ['refund 700', 'refund fails'] },
} as const;
export type Story = keyof typeof STORIES;
export const ALL = Object.keys(STORIES) as Story[];

const PRICE = 27_600;

/** The final state of a payment of 276.00, for any order of its events. Cents; `facts`: its announced events. */
export interface End {
  status: string;
  refunded: number;
  /** Lasting terms of the account. */
  terms: number;
  /** Debits minus credits of all its transfers. */
  books: Record<string, number>;
  completedFacts: number;
  failedFacts: number;
}

/** The commissions of a payment's referrer. */
export interface Earned {
  status: 'none' | 'pending' | 'completed' | 'reversed' | 'failed';
  owedCents: number;
  /** How often it was credited: once more after a won dispute or a failed refund. */
  credits: number;
}

const NOTHING: Earned = { status: 'none', owedCents: 0, credits: 0 };

/**
 * The expected commissions: 15% of the paid amount that was not refunded (REF-1, REF-2, REF-13). If a failed refund was never seen as successful,
 * nothing was taken back and nothing is credited again.
 */
export function predictedCommissions(story: Story): Earned[] {
  const { status, refunded } = predicted(story);
  const earned = Math.floor((PRICE * 15) / 100);
  if (status === 'processing') return [{ status: 'pending', owedCents: earned, credits: 0 }];
  if (status === 'failed') return [{ ...NOTHING, status }];
  if (!['completed', 'refunded', 'disputed'].includes(status)) return [NOTHING];
  const owedCents = status === 'completed' ? earned - Math.floor((earned * refunded) / PRICE) : 0;
  const ends = story === 'refund that failed' ? [1, 2] : [story.startsWith('dispute won') ? 2 : 1];
  return ends.map((credits) => ({ status: owedCents === 0 ? 'reversed' : 'completed', owedCents, credits }));
}

/** The expected final state of each story. */
export function predicted(story: Story): End {
  const steps: string[] = [...STORIES[story].first, ...STORIES[story].then];
  const paid = steps.includes('pay') || steps.includes('settle');
  const isBack = steps.includes('refund fails');
  const refunded = isBack ? 0 : steps.reduce((sum, step) => sum + Number(/^refund (\d+)$/.exec(step)?.[1] ?? 0), 0);
  const lost = steps.includes('lost') && !steps.includes('won');
  const isDisputed = steps.includes('dispute') && !steps.includes('won') && !lost;
  const failed = steps.includes('fail') || steps.includes('expire');
  return {
    status: statusOf(),
    refunded,
    terms: paid && refunded < PRICE && !lost ? 1 : 0,
    books: withoutZeros({
      'psp:stripe': paid ? PRICE - refunded - (isDisputed || lost ? PRICE : 0) : 0,
      'expense:dispute': isDisputed ? PRICE : 0,
      'revenue:subscription': paid ? -(PRICE - refunded - (lost ? PRICE : 0)) : 0,
    }),
    completedFacts: paid ? 1 : 0,
    failedFacts: failed ? 1 : 0,
  };

  function statusOf(): string {
    if (isDisputed) return 'disputed';
    if (lost || refunded === PRICE) return 'refunded';
    if (paid) return 'completed';
    if (steps.includes('expire')) return 'expired';
    if (steps.includes('fail')) return 'failed';
    return steps.includes('later') ? 'processing' : 'pending';
  }
}

/** Mulberry32: numbers in [0, 1), the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<T>(all: T[], random: () => number): T[] {
  const copy = [...all];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [copy[at], copy[other]] = [copy[other], copy[at]];
  }
  return copy;
}

/** Runs at most `limit` at the same time. */
export async function inParallel<T>(limit: number, all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

/** Performs the steps of one part of a story at the simulator. */
export async function act(billing: StripeBilling, bought: Bought, story: Story, part: 'first' | 'then'): Promise<void> {
  for (const step of STORIES[story][part]) await doStep(billing, bought, step);
}

async function doStep(billing: StripeBilling, bought: Bought, step: string): Promise<void> {
  const { stripe } = billing;
  const [name, amount] = step.split(' ');
  switch (name) {
    case 'expire':
      return void (await stripe.checkout.sessions.expire(bought.sessionId));
    case 'refund': {
      const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(bought.sessionId);
      if (amount === 'fails') {
        const { data } = await stripe.refunds.list({ payment_intent: intent as string });
        return void (await billing.control('refund', { refund: data[0].id }));
      }
      return void (await stripe.refunds.create({ payment_intent: intent as string, amount: Number(amount) }));
    }
    case 'dispute':
      return void (await billing.control('dispute', { session: bought.sessionId }));
    case 'won':
    case 'lost':
    case 'appealed': {
      const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(bought.sessionId);
      const { data } = await stripe.disputes.list({ payment_intent: intent as string });
      return void (await billing.control('dispute', { dispute: data[0].id, outcome: name }));
    }
    default:
      return billing.at(bought, name);
  }
}

/** Reads the final state of a payment from the database. */
export async function endOf({ world, payment }: Pick<StripeBilling, 'world'> & { payment: Bought }): Promise<End> {
  const [row] = await world.rows<{
    status: string;
    refunded: number;
    terms: number;
    completed: number;
    failed: number;
  }>(
    `SELECT p.status, p.refunded_cents::int AS refunded,
       (SELECT count(*)::int FROM terms t WHERE t.account_id = p.account_id AND t.ends_at > t.starts_at) AS terms,
       (SELECT count(*)::int FROM outbox o WHERE o.key = p.account_id AND o.type = 'payment-completed') AS completed,
       (SELECT count(*)::int FROM outbox o WHERE o.key = p.account_id AND o.type = 'payment-failed') AS failed
     FROM payments p WHERE p.id = $1`,
    [payment.paymentId],
  );
  const books = await world.rows<{ name: string; cents: number }>(
    `SELECT a.name, sum(e.amount_cents)::int AS cents FROM ledger_entries e
     JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.id = e.account_id
     WHERE t.reference = $1 GROUP BY a.name`,
    [payment.paymentId],
  );
  return {
    status: row.status,
    refunded: row.refunded,
    terms: row.terms,
    books: withoutZeros(Object.fromEntries(books.map(({ name, cents }) => [name, cents]))),
    completedFacts: row.completed,
    failedFacts: row.failed,
  };
}

function withoutZeros(books: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(books).filter(([, cents]) => cents !== 0));
}
