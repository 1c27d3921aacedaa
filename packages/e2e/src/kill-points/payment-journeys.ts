import { pause } from '@precis/runtime/pause';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { type Account, register } from '../deployment/accounts.js';
import type { Answer, Json } from '../deployment/call.js';
import { controlStripe, buyTerm, type Wish } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import { runCommand } from '../deployment/run-command.js';
import type { JourneyName } from './points.js';

/** The state that everybody sees when everything has arrived. Amounts are in dollars, wallets are ordered oldest first. */
export interface Ending {
  /** The payer's only payment. */
  payments: { status: string; plan: string; amount: number; refunded: number }[];
  /** Shows that the payer has a month. */
  videos: number;
  payerWallet: [reason: string, amount: number][];
  earnerWallet: [reason: string, amount: number][];
  /** The earner's only commission. */
  commissions: { status: string; amount: number }[];
}

/** One kind of payment, prepared up to the step during which a process dies. */
export interface Journey {
  payer: Account;
  /** The account that referred the payer. */
  earner: Account;
  /** The step of the customers, repeated until they get an answer. */
  go(): Promise<unknown>;
  ending: Ending;
}

const YEARLY: Wish = { plan: 'basic', duration: 'yearly', paymentMethod: 'stripe' };
const BOUGHT: Ending = {
  payments: [{ status: 'completed', plan: 'basic', amount: 84, refunded: 0 }],
  videos: 100,
  payerWallet: [],
  earnerWallet: [['commission', 12.6]],
  commissions: [{ status: 'completed', amount: 12.6 }],
};
const TAKEN_BACK: Ending = {
  ...BOUGHT,
  videos: 3,
  earnerWallet: [...BOUGHT.earnerWallet, ['commission-reversed', -12.6]],
  commissions: [{ status: 'reversed', amount: 12.6 }],
};
/** By then a killed process is running again and Kafka has reassigned its partitions. */
const PATIENCE_MS = 60_000;
/** The interval of repeats, far below the throttle of checkouts, while a process is down. */
const AGAIN_MS = 300;

/** Customers whose payment leads to a commission, while any process may die. */
export class PaymentJourneys {
  constructor(private readonly precis: Deployment) {}

  prepare(name: JourneyName): Promise<Journey> {
    return this[name]();
  }

  async seen({ payer, earner }: Journey): Promise<Partial<Ending>> {
    const [history, plan, payerWallet, earnerWallet, commissions] = await Promise.all([
      this.ask(payer, 'GET', '/api/payment/history'),
      this.ask(payer, 'GET', '/api/subscription/my-plan'),
      this.walletOf(payer),
      this.walletOf(earner),
      this.ask(earner, 'GET', '/api/referral/history'),
    ]);
    return {
      payments: history?.body?.history?.map(({ status, plan: bought, amount, refunded }: Json) => ({
        status,
        plan: bought,
        amount,
        refunded,
      })),
      videos: plan?.body?.subscription?.videoLimit,
      payerWallet,
      earnerWallet,
      commissions: commissions?.body?.history?.map(({ status, amount_earned: amount }: Json) => ({ status, amount })),
    };
  }

  private async card(): Promise<Journey> {
    const { earner, payer } = await this.couple();
    const go = async () => this.pay(await this.checkout(payer, YEARLY));
    return { payer, earner, go, ending: BOUGHT };
  }

  private async crypto(): Promise<Journey> {
    const { earner, payer } = await this.couple();
    const go = async () => {
      const url = await this.checkout(payer, { ...YEARLY, paymentMethod: 'crypto' });
      await this.pay(url);
      await this.pay(url, 'confirm');
    };
    return { payer, earner, go, ending: BOUGHT };
  }

  /** The payer has earned the money of the payment. */
  private async wallet(): Promise<Journey> {
    const { earner, payer } = await this.couple();
    const other = await this.referredBy(payer);
    await buyTerm(this.precis, other, YEARLY);
    await this.until('the payer has earned', async () => (await this.walletOf(payer))?.length === 1);
    // An extension may be bought repeatedly: only the quote shows that it was paid already.
    const wish: Wish = { plan: 'basic', duration: 'monthly', paymentMethod: 'wallet', extend: true };
    const quoted = await this.ask(payer, 'POST', '/api/payment/quote', wish);
    const order = { ...wish, quote_id: quoted?.body?.quote_id as string };
    const go = () =>
      this.until('the wallet pays', async () => {
        const answer = await this.ask(payer, 'POST', '/api/payment/create-session', order);
        return answer?.status === 200 || answer?.body?.code === 'quote_used';
      });
    const ending: Ending = {
      payments: [{ status: 'completed', plan: 'basic', amount: 9, refunded: 0 }],
      videos: 100,
      payerWallet: [
        ['commission', 12.6],
        ['payment', -9],
      ],
      earnerWallet: [['commission', 1.35]],
      commissions: [{ status: 'completed', amount: 1.35 }],
    };
    return { payer, earner, go, ending };
  }

  private async refund(): Promise<Journey> {
    const { payer, earner, id } = await this.bought();
    const words = ['refund', payer.email, id, '--refund-id', randomUUID(), '--operator', 'e2e', '--reason', 'a test'];
    const go = () =>
      this.until('the refund is done', async () =>
        runCommand('packages/operator/dist/main.js', this.precis.operator, words).catch(() => undefined),
      );
    const payments = [{ ...BOUGHT.payments[0], status: 'refunded', refunded: 84 }];
    return { payer, earner, go, ending: { ...TAKEN_BACK, payments } };
  }

  private async dispute(): Promise<Journey> {
    const { payer, earner, session } = await this.bought();
    const go = () => controlStripe(this.precis, 'dispute', { session });
    const payments = [{ ...BOUGHT.payments[0], status: 'disputed' }];
    return { payer, earner, go, ending: { ...TAKEN_BACK, videos: BOUGHT.videos, payments } };
  }

  private async disputeWon(): Promise<Journey> {
    const { payer, earner, session } = await this.bought();
    const { id: dispute } = await controlStripe(this.precis, 'dispute', { session });
    await this.until('the commission is taken back', async () => (await this.walletOf(earner))?.length === 2);
    const go = () => controlStripe(this.precis, 'dispute', { dispute, outcome: 'won' });
    const earnerWallet: Ending['earnerWallet'] = [...TAKEN_BACK.earnerWallet, ['commission', 12.6]];
    return { payer, earner, go, ending: { ...BOUGHT, earnerWallet } };
  }

  private async couple(): Promise<{ earner: Account; payer: Account }> {
    const earner = await register(this.precis);
    return { earner, payer: await this.referredBy(earner) };
  }

  private async bought(): Promise<{ payer: Account; earner: Account; id: string; session: string }> {
    const { payer, earner } = await this.couple();
    const { id, session_id: session } = await buyTerm(this.precis, payer, YEARLY);
    const commissions = async () => (await this.ask(earner, 'GET', '/api/referral/history'))?.body?.history;
    await this.until('the commission is completed', async () => (await commissions())?.[0]?.status === 'completed');
    return { payer, earner, id, session };
  }

  /** Referrals may have died a moment ago, and learn of the new account a little later than auth. */
  private async referredBy(referrer: Account): Promise<Account> {
    const code = await this.until(
      'a code',
      async () => (await this.ask(referrer, 'GET', '/api/referral/link'))?.body?.referral_code as string | undefined,
    );
    return register(this.precis, code);
  }

  private checkout(payer: Account, wish: Wish): Promise<string> {
    return this.until('a checkout', async () => {
      const answer = await this.ask(payer, 'POST', '/api/payment/create-session', wish);
      if (answer && answer.status >= 400 && answer.status < 500)
        throw new Error(`create-session answered ${answer.status}: ${answer.text}`);
      return answer?.body?.url as string | undefined;
    });
  }

  /** Presses the button again when there is no answer, until the page shows that it is paid. */
  private async pay(url: string, button: 'pay' | 'confirm' = 'pay'): Promise<void> {
    await this.until(`${button} is answered`, async () => {
      const answer = await fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' }).catch(() => undefined);
      await answer?.body?.cancel();
      return answer && (answer.status < 400 || answer.status === 409);
    });
  }

  /** The wallet's entries, oldest first. */
  private async walletOf(account: Account): Promise<[string, number][] | undefined> {
    const answer = await this.ask(account, 'GET', '/api/wallet/statement');
    return answer?.body?.entries?.map(({ reason, amount }: Json) => [reason, amount]).reverse();
  }

  /** Undefined when there was no answer. */
  private ask({ token }: Account, method: string, path: string, body?: object): Promise<Answer | undefined> {
    return this.precis.call(method, path, { token, body }).catch(() => undefined);
  }

  private until<T>(what: string, check: () => Promise<T>) {
    return eventually(
      what,
      async () => {
        const found = await check();
        if (!found) await pause(AGAIN_MS);
        return found;
      },
      PATIENCE_MS,
    );
  }
}
