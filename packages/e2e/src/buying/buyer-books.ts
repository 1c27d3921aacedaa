import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { type Buyer, centsOf, type Purchase } from './buyer.js';

/** The share of a payment, rounded down. */
const COMMISSION_PERCENT = 15;
/** The statuses in the history for a payment that the buyer knows. An unpaid one may still be open. */
const SHOWN: Record<Purchase['state'], string[]> = {
  open: ['pending', 'expired'],
  paid: ['completed'],
  completed: ['completed'],
  failed: ['failed'],
  refunded: ['refunded'],
};

/**
 * Every difference of histories, plans, wallets and commissions from the buyers' knowledge. Empty when each paid payment has one term, one receipt
 * and one commission, and nothing else exists.
 */
export async function wrongBooks(precis: Pick<Deployment, 'call'>, buyers: Buyer[]): Promise<string[]> {
  const wrong = await Promise.all(
    buyers.map(async (buyer) => {
      const found = [
        ...(await wrongPayments(precis, buyer)),
        ...(await wrongWallet(precis, buyer, buyers)),
        ...(await wrongCommissions(precis, buyer, buyers)),
      ];
      return found.map((text) => `${buyer.account.email}: ${text}`);
    }),
  );
  return wrong.flat();
}

/** Waits until the list is empty, or for `limitMs`, because commissions come by events. */
export async function wrongBooksWithin(
  limitMs: number,
  precis: Pick<Deployment, 'call'>,
  buyers: Buyer[],
): Promise<string[]> {
  for (const endMs = performance.now() + limitMs; ; await pause(500)) {
    const wrong = await wrongBooks(precis, buyers);
    if (wrong.length === 0 || performance.now() > endMs) return wrong;
  }
}

async function wrongPayments(precis: Pick<Deployment, 'call'>, { account, purchases }: Buyer): Promise<string[]> {
  const history = await pages(precis, account, '/api/payment/history', 'history', 'after');
  const shown = new Map(history.map((payment) => [payment.id as string, payment]));
  const wrong = [...purchases.values()].flatMap(({ id, state, cents, method }) => {
    const payment = shown.get(id);
    const isRight = payment && SHOWN[state].includes(payment.status) && centsOf(payment.amount) === cents;
    return isRight ? [] : [`payment ${id} of ${cents} cents by ${method}, ${state}, is ${JSON.stringify(payment)}`];
  });
  wrong.push(...[...shown.keys()].filter((id) => !purchases.has(id)).map((id) => `payment ${id} was never made`));

  const held = history.filter(({ status }) => status === 'completed').sort((a, b) => a.starts_at - b.starts_at);
  for (const [index, { id, starts_at: startsAt, ends_at: endsAt, receipt_number: receipt }] of held.entries()) {
    const before = held[index - 1];
    if (!receipt || endsAt <= startsAt || (before && before.ends_at !== startsAt))
      wrong.push(
        `payment ${id} has the receipt ${receipt} and a term from ${startsAt} to ${endsAt}, behind ${before?.ends_at}`,
      );
  }
  const { token } = account;
  const { subscription } = (await precis.call('GET', '/api/subscription/my-plan', { token })).body;
  const endsAt = held.at(-1)?.ends_at as number | undefined;
  const isRight = endsAt ? subscription?.endDate === endsAt : subscription?.plan === 'free' || !subscription?.isActive;
  if (!isRight) wrong.push(`the plan is ${JSON.stringify(subscription)}, the last term that was paid ends ${endsAt}`);
  return wrong;
}

async function wrongWallet(precis: Pick<Deployment, 'call'>, buyer: Buyer, buyers: Buyer[]): Promise<string[]> {
  const entries = await pages(precis, buyer.account, '/api/wallet/statement', 'entries', 'before');
  const wrong = [...Map.groupBy(entries, ({ reason, reference }) => `${reason} of ${reference}`)]
    .filter(([, { length }]) => length > 1)
    .map(([what, { length }]) => `the wallet has ${length} entries ${what}`);
  const own = [...buyer.purchases.values()];
  const expected =
    sum(earnedBy(buyer, buyers), ({ cents, state }) => (state === 'completed' ? commissionOf(cents) : 0)) +
    sum(own, ({ method, state, cents }) => (method === 'crypto' && state === 'refunded' ? cents : 0)) -
    sum(own, ({ method, cents }) => (method === 'wallet' ? cents : 0));
  const { token } = buyer.account;
  const { wallet_balance: balance } = (await precis.call('GET', '/api/wallet/statement', { token })).body;
  if (typeof balance !== 'number' || centsOf(balance) !== expected)
    wrong.push(`the wallet holds ${balance} dollars in place of ${expected} cents`);
  return wrong;
}

async function wrongCommissions(precis: Pick<Deployment, 'call'>, buyer: Buyer, buyers: Buyer[]): Promise<string[]> {
  const history = await pages(precis, buyer.account, '/api/referral/history', 'history', 'after');
  const inTurn = (found: string[]) => found.sort().join(' ');
  const shown = history
    .filter(({ status }) => status !== 'failed')
    .map(({ status, amount_earned: amount }) => `${status} ${centsOf(amount)}`);
  const expected = earnedBy(buyer, buyers)
    .filter(({ state }) => state === 'completed' || state === 'refunded')
    .map(({ state, cents }) => `${state === 'completed' ? 'completed' : 'reversed'} ${commissionOf(cents)}`);
  return inTurn(shown) === inTurn(expected)
    ? []
    : [`its commissions are ${inTurn(shown)} in place of ${inTurn(expected)}`];
}

/** The payments from which this account earns. */
function earnedBy(buyer: Buyer, buyers: Buyer[]): Purchase[] {
  return buyers.filter(({ earner }) => earner === buyer).flatMap(({ purchases }) => [...purchases.values()]);
}

const commissionOf = (cents: number): number => Math.floor((cents * COMMISSION_PERCENT) / 100);

const sum = (purchases: Purchase[], centsIn: (one: Purchase) => number): number =>
  purchases.reduce((total, one) => total + centsIn(one), 0);

async function pages(
  precis: Pick<Deployment, 'call'>,
  { token }: { token: string },
  path: string,
  field: string,
  cursor: string,
): Promise<Json[]> {
  const found: Json[] = [];
  for (let next: string | number | null = ''; next !== null;) {
    const answer = await precis.call('GET', `${path}?limit=100${next === '' ? '' : `&${cursor}=${next}`}`, { token });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    found.push(...answer.body[field]);
    next = answer.body.next as string | number | null;
  }
  return found;
}
