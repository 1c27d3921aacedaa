import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallingAccount } from '../clients/calling-account.js';
import type { ClientView } from '../clients/client-view.js';
import { PatientClient } from '../clients/patient-client.js';
import type { Json } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { runCommand } from '../deployment/run-command.js';
import { press } from './press.js';

/** Longer than any outage that a payment may notice, with its recovery. */
const PATIENCE_MS = 180_000;
/** Time from the payment to the plan: a process that was killed during a look blocks others for 40 s, and a restart comes on top. */
const COMPLETED_WITHIN_MS = 120_000;
const REFUNDED_WITHIN_MS = 180_000;
const ASK_EVERY_MS = 700;
const PLAN = 'basic';

/** The actions of a buyer: `unasked` pays and leaves, `abandoned` leaves without paying, `refused` pays by a bank that then refuses. */
export const BUYER_ACTS = [
  ...(['card', 'declined', 'unasked', 'crypto', 'wallet'] as const),
  ...(['abandoned', 'refused', 'refund', 'cancel'] as const),
];
export type BuyerAct = (typeof BUYER_ACTS)[number];

/** A buyer's knowledge of one payment. `paid`: the provider has the money, and the payment is not reported as completed yet. */
export interface Purchase {
  id: string;
  method: string;
  duration: string;
  cents: number;
  state: 'open' | 'paid' | 'completed' | 'failed' | 'refunded';
}

/** A client for an account's purchases. */
export function clientOf(view: ClientView, { email, token }: CallingAccount): PatientClient {
  return new PatientClient(view, { kind: 'payment', email, patienceMs: PATIENCE_MS, always: () => ({ token }) });
}

export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/**
 * A customer who buys terms of one plan in sequence, with one action at a time. So it is always known what was paid, and which results are right.
 * Any other answer is an error, even if something has failed in between.
 */
export class Buyer {
  readonly did = Object.fromEntries(BUYER_ACTS.map((act) => [act, 0])) as Record<BuyerAct, number>;
  /** By the payment's id. */
  readonly purchases = new Map<string, Purchase>();
  /** Wallet payments that were made although their answer was lost. */
  foundDone = 0;
  busy = false;
  private readonly client: PatientClient;
  private turn = 0;
  private left?: Purchase;

  constructor(
    private readonly precis: Pick<Deployment, 'operator'>,
    view: ClientView,
    readonly account: CallingAccount,
    private readonly acts: readonly BuyerAct[],
    /** The account that earns a commission of each payment. */
    readonly earner?: Buyer,
  ) {
    this.client = clientOf(view, account);
  }

  /** The next action in turn. */
  async next(): Promise<void> {
    const act = this.acts[this.turn++ % this.acts.length];
    this.busy = true;
    try {
      if (await this[act]()) this.did[act]++;
    } finally {
      this.busy = false;
    }
  }

  /** Checks payments that were paid and left. */
  async seeAll(): Promise<void> {
    if (this.left) await this.sees(this.left, 'completed');
    this.left = undefined;
  }

  private card(): Promise<boolean> {
    return this.buy('stripe', 'yearly', 'pay');
  }

  private declined(): Promise<boolean> {
    return this.buy('stripe', 'monthly', 'decline', 'pay');
  }

  private crypto(): Promise<boolean> {
    return this.buy('crypto', 'yearly', 'pay?percent=100', 'confirm');
  }

  private async unasked(): Promise<boolean> {
    await this.seeAll();
    const purchase = await this.order('stripe', '3months', 'pay');
    this.left = purchase && paid(purchase);
    return purchase !== undefined;
  }

  private async abandoned(): Promise<boolean> {
    return (await this.order('stripe', '6months', 'cancel')) !== undefined;
  }

  private async refused(): Promise<boolean> {
    const purchase = await this.order('stripe', '6months', 'later', 'fail');
    return purchase !== undefined && this.sees(purchase, 'failed');
  }

  /** When the wallet has too little money, the answer says so and nothing is bought. */
  private async wallet(): Promise<boolean> {
    const wish = await this.wishFor('wallet', 'monthly');
    const found = wish && (await this.client.untilAnswered('POST', '/api/payment/create-session', { body: wish.body }));
    if (!found) return false;
    const { answer, times } = found;
    if (answer.status === 400 && /^Insufficient wallet balance/.test(answer.body.error)) return false;
    const isFound = answer.status === 409 && answer.body.code === 'quote_used' && times > 1;
    if (!isFound && (answer.status !== 200 || answer.body.url)) {
      this.client.wrong('a payment by wallet', answer);
      return false;
    }
    if (isFound) this.foundDone++;
    const history = await this.client.until200('GET', '/api/payment/history?limit=1');
    const newest: Json = history?.body.history[0];
    if (!history || newest?.payment_method !== 'wallet' || this.purchases.has(newest.id)) {
      if (history) this.client.wrong('the history after a payment by wallet', history);
      return false;
    }
    const purchase = this.note(newest.id, 'wallet', 'monthly', wish.cents);
    return this.sees(paid(purchase), 'completed');
  }

  /** Runs the operator's command under one refund id until it is done. Refunds a yearly term, whose money returns to the card or to the wallet. */
  private async refund(): Promise<boolean> {
    const given = [...this.purchases.values()].find(
      ({ state, duration }) => state === 'completed' && duration === 'yearly',
    );
    if (!given) return false;
    const words = ['refund', this.account.email, given.id, '--refund-id', randomUUID(), '--reason', 'a test'];
    const settings = { ...this.precis.operator, PRECIS_OPERATOR: 'buyer' };
    for (const endMs = performance.now() + REFUNDED_WITHIN_MS; performance.now() < endMs; await pause(500)) {
      const failure = await runCommand('packages/operator/dist/main.js', settings, words).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (failure === undefined) {
        given.state = 'refunded';
        return this.sees(given, 'refunded');
      }
      if (!/Not done: .*unavailable/i.test(failure) && !failure.includes('It may still have had its effect')) {
        this.client.wrong(`the refund of ${given.id}`, failure);
        return false;
      }
    }
    this.client.wrong(`the refund of ${given.id}`, `not done within ${REFUNDED_WITHIN_MS / 1_000} s`);
    return false;
  }

  /** Only stops reminders; without a plan there is nothing to stop. */
  private async cancel(): Promise<boolean> {
    const hasPlan = [...this.purchases.values()].some(({ state }) => state === 'completed');
    const found = await this.client.untilAnswered('POST', '/api/subscription/cancel');
    if (!found) return false;
    const { status } = found.answer;
    if (status !== 200 && (hasPlan || status !== 400)) this.client.wrong('the cancellation', found.answer);
    return status === 200;
  }

  private async buy(method: string, duration: string, ...steps: string[]): Promise<boolean> {
    const purchase = await this.order(method, duration, ...steps);
    if (!purchase || !(await this.sees(paid(purchase), 'completed'))) return false;
    const answer = await this.client.until200('GET', '/api/subscription/my-plan');
    const { plan, isActive } = answer?.body.subscription ?? {};
    if (answer && (plan !== PLAN || !isActive)) this.client.wrong('the plan after a payment', answer);
    return answer !== undefined;
  }

  /** Opens a checkout and acts on it. Undefined when it had ended before, or something was wrong. */
  private async order(method: string, duration: string, ...steps: string[]): Promise<Purchase | undefined> {
    const wish = await this.wishFor(method, duration);
    const session = wish && (await this.client.until200('POST', '/api/payment/create-session', { body: wish.body }));
    if (!session) return undefined;
    const url = session.body.url as string;
    const checkoutId = new URL(url).pathname.split('/').at(-1)!;
    const found = await this.client.until200('GET', `/api/payment/session/${checkoutId}`);
    if (!found) return undefined;
    const purchase = this.note(found.body.payment.id, method, duration, wish.cents);
    for (const step of steps) if (!(await press(this.client, url, step))) return undefined;
    return purchase;
  }

  /** Takes a quote. Each can be paid only once, so a repeated order cannot pay twice. */
  private async wishFor(paymentMethod: string, duration: string): Promise<{ body: object; cents: number } | undefined> {
    const wish = { plan: PLAN, duration, paymentMethod, extend: true };
    const quote = await this.client.until200('POST', '/api/payment/quote', { body: wish });
    return quote && { body: { ...wish, quote_id: quote.body.quote_id as string }, cents: centsOf(quote.body.due) };
  }

  /** Records a purchase. A repeated order may return the same checkout, which is then the same purchase. */
  private note(id: string, method: string, duration: string, cents: number): Purchase {
    const purchase = this.purchases.get(id) ?? { id, method, duration, cents, state: 'open' };
    this.purchases.set(id, purchase);
    return purchase;
  }

  /** Polls the payment until it has ended. */
  private async sees(purchase: Purchase, end: 'completed' | 'failed' | 'refunded'): Promise<boolean> {
    for (const endMs = performance.now() + COMPLETED_WITHIN_MS; performance.now() < endMs; await pause(ASK_EVERY_MS)) {
      const answer = await this.client.until200('GET', `/api/payment/session/${purchase.id}`);
      if (!answer) return false;
      if (answer.body.payment.status !== end) continue;
      purchase.state = end;
      return true;
    }
    this.client.wrong(
      `payment ${purchase.id} by ${purchase.method}`,
      `not ${end} ${COMPLETED_WITHIN_MS / 1_000} s later`,
    );
    return false;
  }
}

function paid(purchase: Purchase): Purchase {
  return Object.assign(purchase, { state: 'paid' as const });
}
