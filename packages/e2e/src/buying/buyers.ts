import { setTimeout as pause } from 'node:timers/promises';
import type { CallingAccount } from '../clients/calling-account.js';
import type { ClientView } from '../clients/client-view.js';
import { Newcomer } from '../clients/newcomer.js';
import type { Deployment } from '../deployment/deployment.js';
import { Buyer, BUYER_ACTS, type BuyerAct, clientOf } from './buyer.js';

/** The earner spends the commissions of the others' payments. */
const EARNER_ACTS: BuyerAct[] = ['wallet', 'card', 'wallet', 'cancel'];
const ACTS: BuyerAct[] = [
  ...(['card', 'unasked', 'declined', 'crypto', 'wallet'] as const),
  ...(['abandoned', 'card', 'refund', 'refused', 'cancel'] as const),
];
const ATTRIBUTED_WITHIN_MS = 60_000;

/** One buyer, who earns a commission from each payment of all the others. */
export class Buyers {
  readonly all: Buyer[] = [];

  constructor(
    private readonly precis: Pick<Deployment, 'operator' | 'mailbox'>,
    private readonly view: ClientView,
    /** Actions that are left out. */
    private readonly without: BuyerAct[] = [],
  ) {}

  /** Waits until referrals knows all referrers, because an earlier payment would earn nothing. */
  async join(referred: number): Promise<void> {
    const account = await this.newcomer();
    const earner = new Buyer(this.precis, this.view, account, EARNER_ACTS);
    this.all.push(earner);
    const client = clientOf(this.view, account);
    const code = (await client.until200('GET', '/api/referral/link'))?.body.referral_code as string;
    await Promise.all(
      Array.from({ length: referred }, async () => {
        const acts = ACTS.filter((act) => !this.without.includes(act));
        this.all.push(new Buyer(this.precis, this.view, await this.newcomer(code), acts, earner));
      }),
    );
    for (const endMs = performance.now() + ATTRIBUTED_WITHIN_MS; performance.now() < endMs; await pause(200)) {
      const stats = await client.until200('GET', '/api/referral/stats');
      if (stats?.body.total_referrals === referred) return;
    }
    throw new Error(`referrals does not know the ${referred} accounts that came by the code ${code}`);
  }

  /** The number of buyers that are busy with an action. */
  get underWay(): number {
    return this.all.filter(({ busy }) => busy).length;
  }

  /** Numbers of all actions, by kind. */
  get acts(): Record<BuyerAct, number> {
    const sum = (act: BuyerAct) => this.all.reduce((total, { did }) => total + did[act], 0);
    return Object.fromEntries(BUYER_ACTS.map((act) => [act, sum(act)])) as Record<BuyerAct, number>;
  }

  /** Numbers of all payments by state, for reports. */
  get told(): string {
    const purchases = this.all.flatMap((one) => [...one.purchases.values()]);
    const states = [...Map.groupBy(purchases, ({ state }) => state)].map(([state, { length }]) => `${length} ${state}`);
    const found = this.all.reduce((sum, { foundDone }) => sum + foundDone, 0);
    return `${purchases.length} payments: ${states.join(', ')}; ${JSON.stringify(this.acts)}; ${found} by wallet were made although the answer was lost`;
  }

  /** The next action of the free buyer who waited longest; undefined when none is free. */
  act(): Promise<void> | undefined {
    const buyer = this.all.find(({ busy }) => !busy);
    if (!buyer) return undefined;
    this.all.push(...this.all.splice(this.all.indexOf(buyer), 1));
    return buyer.next();
  }

  /** Each buyer acts until `isOver`. */
  async actUntil(isOver: () => boolean, pauseMs = 0): Promise<void> {
    await Promise.all(
      [...this.all].map(async (buyer) => {
        while (!isOver()) {
          await buyer.next();
          await pause(pauseMs * Math.random() * 2);
        }
      }),
    );
    await this.seeAll();
  }

  /** All buyers check payments that were paid and left. */
  async seeAll(): Promise<void> {
    await Promise.all(this.all.map((buyer) => buyer.seeAll()));
  }

  private async newcomer(referralCode?: string): Promise<CallingAccount> {
    const account = await new Newcomer(this.precis, this.view, referralCode).join();
    if (!account) throw new Error(`a buyer could not join: ${this.view.wrong.join('; ')}`);
    return account;
  }
}
