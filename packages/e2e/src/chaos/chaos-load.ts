import { Buyers } from '../buying/buyers.js';
import type { CallingAccount } from '../clients/calling-account.js';
import { ClientView } from '../clients/client-view.js';
import { Newcomer } from '../clients/newcomer.js';
import { controlStripe } from '../deployment/checkout.js';
import type { Distributed } from '../deployment/distributed.js';
import { type Act, AccountOwner, ACTS } from './account-owner.js';
import { Caller } from './caller.js';
import { STRAY_WEBHOOKS } from './chaos-plan.js';
import { Operator } from './operator.js';

/**
 * Requests begun per second; repeats and the steps of a registration are additional. Two cores suffice for this and for twenty processes that keep
 * restarting. With twice as much, this process, which also receives the mails, lags by seconds, and senders give up.
 */
const SUMMARIES_PER_SECOND = 6;
const READINGS_PER_SECOND = 3;
const NEWCOMERS_PER_SECOND = 0.7;
const OWNER_ACTS_PER_SECOND = 2;
const PURCHASES_PER_SECOND = 0.7;
const OWNERS = 5;
/** In addition to the earner of their commissions. */
const REFERRED_BUYERS = 4;
/** A password reset waits for a mail, and so for the end of a bus outage: the others continue. */
const MOST_RESETS = 2;
/** One of this many newcomers gets a plan from the operator. */
const ONE_IN = 8;
/** Most simultaneous calls of each kind. During an outage, or on a busy machine, no further ones start. */
const MAX_SUMMARIES = 12;
const MAX_READINGS = 8;
const MAX_ACCOUNT_CALLS = 6;
/** The size of the burst right before a fault, in addition to the steady load. */
const SURGE_READINGS = 4;
const SURGE_LOGINS = 3;
const SURGE_OWNERS = 2;
const TICK_MS = 20;

/** Runs clients of every kind at a steady pace until `finish`. */
export class ChaosLoad {
  readonly view: ClientView;
  readonly operator: Operator;
  /** Accounts with a plan that make calls; the first three exist before the first fault. */
  readonly callers: CallingAccount[] = [];
  readonly newcomers: CallingAccount[] = [];
  readonly owners: AccountOwner[] = [];
  readonly buyers: Buyers;
  joined = 0;
  private readonly caller: Caller;
  private readonly running = new Set<Promise<void>>();
  private readonly begun = { summaries: 0, readings: 0, newcomers: 0, acts: 0 };
  private readonly due = { summaries: 0, readings: 0, newcomers: 0, acts: 0, purchases: 0 };
  private timer?: NodeJS.Timeout;
  private tickedMs = 0;
  private calling = 0;
  private resetting = 0;

  constructor(
    private readonly precis: Distributed,
    private readonly random: () => number,
  ) {
    this.view = new ClientView(precis.url);
    this.operator = new Operator(precis, this.view);
    this.caller = new Caller(this.view, random);
    this.buyers = new Buyers(precis, this.view);
  }

  async start(): Promise<void> {
    await Promise.all([
      ...[0, 1, 2].map(() => this.newCaller()),
      ...Array.from({ length: OWNERS }, () => this.newOwner()),
      this.buyers.join(REFERRED_BUYERS),
      controlStripe(this.precis, 'faults', STRAY_WEBHOOKS),
    ]);
    if (this.callers.length === 0 || this.owners.length === 0)
      throw new Error(`nobody could join: ${this.view.wrong.join('; ')}`);
    this.tickedMs = performance.now();
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  /** Starts many clients at the same time: quick calls are in flight only just after their start. */
  surge(): void {
    for (let i = 0; i < SURGE_READINGS; i++) this.run(this.read(this.begun.readings++));
    for (let i = 0; i < SURGE_LOGINS; i++) this.run(this.login());
    for (let i = 0; i < SURGE_OWNERS; i++) this.actOfOwner();
    if (this.buyers.underWay === 0) this.actOfBuyer();
  }

  /** Starts no new client; settles when the last one is done. */
  async finish(): Promise<void> {
    clearInterval(this.timer);
    while (this.running.size > 0) await Promise.all(this.running);
    await this.buyers.seeAll();
  }

  private tick(): void {
    const { due, begun, view } = this;
    const seconds = (performance.now() - this.tickedMs) / 1_000;
    this.tickedMs += seconds * 1_000;
    // Clients that could not start are not started later, except one of each kind.
    due.summaries = Math.min(due.summaries + seconds * SUMMARIES_PER_SECOND, Math.max(1, MAX_SUMMARIES - this.calling));
    due.readings = Math.min(
      due.readings + seconds * READINGS_PER_SECOND,
      Math.max(1, MAX_READINGS - view.open.reading),
    );
    due.newcomers = Math.min(due.newcomers + seconds * NEWCOMERS_PER_SECOND, 1);
    due.acts = Math.min(due.acts + seconds * OWNER_ACTS_PER_SECOND, 1);
    due.purchases = Math.min(due.purchases + seconds * PURCHASES_PER_SECOND, 1);
    for (; due.acts >= 1; due.acts--) this.actOfOwner();
    for (; due.purchases >= 1; due.purchases--) this.actOfBuyer();
    for (; due.summaries >= 1 && this.calling < MAX_SUMMARIES; due.summaries--)
      this.run(this.summarise(begun.summaries++));
    for (; due.readings >= 1 && view.open.reading < MAX_READINGS; due.readings--) this.run(this.read(begun.readings++));
    if (due.newcomers >= 1 && view.open.account < MAX_ACCOUNT_CALLS) {
      due.newcomers--;
      this.run(this.newcomer(begun.newcomers++));
    }
  }

  private run(client: Promise<void>): void {
    const running = client.catch((error: Error) => this.view.noteWrong(`a client failed: ${error.stack}`));
    this.running.add(running);
    void running.finally(() => this.running.delete(running));
  }

  /** Of every six calls, one finds a stored summary, one computes from a stored transcript, and four must read their video's captions first. */
  private async summarise(count: number): Promise<void> {
    this.calling++;
    const account = this.someCaller();
    const [prompt, video] =
      count % 6 === 0
        ? ['stored']
        : count % 6 === 1
          ? [`chaos ${count} ${this.random()}`]
          : ['fresh', `simFAR${count.toString(36).padStart(5, '0')}`];
    await this.caller.summarise(account, prompt, video).finally(() => this.calling--);
  }

  private async login(): Promise<void> {
    const { email, password } = this.someCaller();
    const answer = await this.view.send('account', 'POST', '/api/auth/login', { body: { email, password } });
    if (answer && answer.status !== 200)
      this.view.noteWrong(`the login of ${email} was answered ${answer.status} ${answer.text.slice(0, 200)}`);
  }

  /** Picks a free owner: each does one thing at a time. */
  private actOfOwner(): void {
    const owner = this.owners.find(({ busy }) => !busy);
    if (!owner) return;
    // The chosen owner goes to the end of the queue.
    this.owners.push(...this.owners.splice(this.owners.indexOf(owner), 1));
    const act = ACTS[this.begun.acts++ % ACTS.length];
    this.run(act === 'reset' ? this.resetBy(owner) : owner.act(act));
  }

  private actOfBuyer(): void {
    const act = this.buyers.act();
    if (act) this.run(act);
  }

  private async resetBy(owner: AccountOwner): Promise<void> {
    if (this.resetting >= MOST_RESETS || !owner.mayReset) return owner.act('change');
    this.resetting++;
    await owner.act('reset').finally(() => this.resetting--);
  }

  /** Numbers of all owners' actions, by kind. */
  get acts(): Record<Act, number> {
    const sum = (act: Act) => this.owners.reduce((total, { did }) => total + did[act], 0);
    return Object.fromEntries(ACTS.map((act) => [act, sum(act)])) as Record<Act, number>;
  }

  private async read(count: number): Promise<void> {
    const { token } = this.someCaller();
    const path = ['/api/auth/me', '/api/usage/summary', '/api/subscription/my-plan'][count % 3];
    const answer = await this.view.send('reading', 'GET', path, { token });
    if (answer && answer.status !== 200)
      this.view.noteWrong(`${path} was answered ${answer.status} ${answer.text.slice(0, 200)}`);
  }

  private async newcomer(count: number): Promise<void> {
    if (count % ONE_IN === 0) return this.newCaller();
    const account = await this.join();
    if (!account) return;
    this.newcomers.push(account);
    await this.caller.summarise(account, 'stored');
  }

  private async newCaller(): Promise<void> {
    const account = await this.join();
    if (!account) return;
    await this.operator.grant(account);
    if (account.limit > 0) this.callers.push(account);
  }

  private async newOwner(): Promise<void> {
    const account = await this.join();
    if (!account) return;
    const owner = new AccountOwner(this.precis, this.view, account);
    // After this login the device is known.
    await owner.act('login');
    this.owners.push(owner);
  }

  private async join(): Promise<CallingAccount | undefined> {
    const account = await new Newcomer(this.precis, this.view).join();
    if (account) this.joined++;
    return account;
  }

  private someCaller(): CallingAccount {
    // Far below the limit, because the quota could otherwise refuse a call for good reason.
    const able = this.callers.filter(({ begun, limit }) => begun < limit - 100);
    if (able.length === 0) throw new Error('no account has videos left: the load is too large for its grants');
    return able[Math.floor(this.random() * able.length)];
  }
}
