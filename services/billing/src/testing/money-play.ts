import { randomUUID } from 'node:crypto';
import { type Books, EMPTY, type ModelPayment, MoneyModel, type ModelQuote, type ModelWish } from './money-model.js';
import type { Ordered, Step, Wished } from './money-steps.js';
import { type MoneyWorld, outcomeOf } from './money-world.js';
import { compareState } from './money-state.js';
import { beforeIt, type Happening, happen, isPossible, keptCents } from './payers-and-banks.js';

const MINUTE = 60;
/** How long a quote is answered again (PAY-30). */
const REUSED_SECONDS = 10 * MINUTE;
/** How long a checkout is open (PAY-14). */
const OPEN_SECONDS = 30 * MINUTE;

/** Plays one account in the database and in its model: both must agree after every step. */
export class MoneyPlay {
  private readonly accountId = randomUUID();
  private readonly model: MoneyModel;
  private readonly quotes = new Map<string, ModelQuote>();
  private readonly commissions: { id: string; leftCents: number }[] = [];
  /** A payment whose provider has news that nobody has read yet. */
  private unheard: string | undefined;

  private constructor(
    private readonly world: MoneyWorld,
    private readonly booksBefore: Books,
  ) {
    this.model = new MoneyModel(world.now);
  }

  static async begin(world: MoneyWorld, at: string): Promise<MoneyPlay> {
    await world.forget();
    world.paying.clock.moveTo(at);
    const { books } = await world.stateOf('nobody');
    return new MoneyPlay(world, { ...EMPTY, ...books });
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'quote':
      case 'order':
      case 'buy':
        await this.buy(step);
        break;
      case 'race':
        await this.race(step.wishes);
        break;
      case 'late':
        await this.late(step.wish, step.percent);
        break;
      case 'take':
        await this.checkOut(pick([...this.quotes.values()], step.which), { ...step, byId: true });
        break;
      case 'again': {
        const asked = pick([...this.quotes.values()], step.which);
        if (asked) await this.buy({ ...step, ...asked.wish, do: 'order' });
        break;
      }
      case 'refund':
      case 'refund-part':
        await this.refund(this.refundable(step.which), step.do === 'refund' ? 0 : step.tenths);
        break;
      case 'cancel':
        await this.cancel();
        break;
      case 'earn':
        await this.earn(step.cents);
        break;
      case 'take-back':
        await this.takeBack(pick(this.commissions, step.which), step.tenths);
        break;
      case 'pass':
        this.pass(step.seconds);
        break;
      case 'look':
        await this.hear(pick(this.checkouts(), step.which)?.id);
        break;
      default:
        await this.happen(step);
    }
    await this.compare();
  }

  /** Lets open checkouts expire and delivers everything twice: then all received money is in our ledger, for a plan or in the wallet (PAY-19). */
  async end(): Promise<void> {
    this.pass(OPEN_SECONDS);
    for (const { id } of [...this.checkouts(), ...this.checkouts()]) await this.hear(id);
    await this.compare();
    const came = { stripe: 0, crypto: 0, wallet: 0 };
    for (const { id, method } of this.payments()) {
      const truth = this.world.truthOf(id);
      if (truth) came[method] += keptCents(truth);
    }
    expect([this.model.books['psp:stripe'], this.model.books['psp:crypto']]).toEqual([came.stripe, came.crypto]);
  }

  private payments(isWanted: (payment: ModelPayment) => boolean = () => true): ModelPayment[] {
    return [...this.model.payments.values()].filter(isWanted);
  }

  private checkouts(): ModelPayment[] {
    return this.payments(({ id }) => this.world.truthOf(id) !== undefined);
  }

  private async buy(step: Ordered): Promise<void> {
    const quote = await this.quote(step);
    if (!quote || step.do === 'quote') return;
    const paymentId = await this.checkOut(quote, { ...step, byId: false });
    if (step.do === 'buy') await this.pay(paymentId, step.percent);
  }

  private async race(wishes: ModelWish[]): Promise<void> {
    const opened: (string | undefined)[] = [];
    for (const wish of wishes) {
      const quote = await this.quote({ ...wish, extend: true });
      opened.push(await this.checkOut(quote, { extend: true, closes: false, byId: true }));
    }
    for (const id of opened) await this.pay(id, 100);
  }

  private async late(wish: ModelWish, percent: number): Promise<void> {
    const quote = await this.quote({ ...wish, extend: true });
    const id = await this.checkOut(quote, { extend: true, closes: true, byId: true });
    await this.pay(id, 50);
    this.pass(OPEN_SECONDS);
    if (id && this.world.truthOf(id)) await this.hear(id);
    await this.pay(id, percent);
  }

  private async pay(paymentId: string | undefined, percent: number): Promise<void> {
    const pays = { do: 'pay', which: 0, percent, isHeard: true } as const;
    const payment = paymentId && this.model.payments.get(paymentId);
    if (payment && isPossible(pays, payment, this.world.truthOf(payment.id))) await this.happen(pays, payment);
  }

  private async quote({ plan, duration, method, extend }: Omit<Wished, 'closes'>): Promise<ModelQuote | undefined> {
    const asked = { accountId: this.accountId, plan, duration, method, extend };
    const { value, refusal } = await outcomeOf(this.world.quotes.execute(asked));
    const price = this.model.price({ plan, duration, method }, extend);
    expect(refusal).toBe(price === 'plan_active' ? price : undefined);
    if (!value || price === 'plan_active') return undefined;
    const { id, kind, totalCents, creditCents, dueCents, prolongationSeconds } = value.quote;
    const known = this.quotes.get(id);
    const made = known ?? { ...price, id, wish: { plan, duration, method }, createdAt: this.world.now };
    this.quotes.set(id, made);
    expect([kind, totalCents, creditCents, dueCents, prolongationSeconds]).toEqual([
      made.kind,
      made.totalCents,
      made.creditCents,
      made.dueCents,
      made.extraSeconds,
    ]);
    // A quote that is returned again equals a new one, except for the passed time (PAY-30).
    expect([made.wish, made.kind, made.creditOf === price.creditOf]).toEqual([
      { plan, duration, method },
      price.kind,
      true,
    ]);
    expect(this.world.now - made.createdAt).toBeLessThanOrEqual(REUSED_SECONDS);
    expect(value.walletBalanceCents).toBe(this.model.books.wallet);
    return made;
  }

  private async checkOut(
    quote: ModelQuote | undefined,
    { extend, closes, byId }: { extend: boolean; closes: boolean; byId: boolean },
  ): Promise<string | undefined> {
    if (!quote) return undefined;
    this.world.stripe.keepsOpen = this.world.crypto.keepsOpen = !closes;
    const order = {
      accountId: this.accountId,
      ...quote.wish,
      extend,
      referralCode: '',
      ...(byId && { quoteId: quote.id }),
    };
    const { value, refusal } = await outcomeOf(this.world.create.execute(order));
    const expected = this.model.order(quote, value?.paymentId ?? 'none', { extend, byId });
    expect([refusal, value?.paymentId]).toEqual([expected.refusal, expected.paymentId]);
    for (const id of closes ? expected.replaced : []) this.seen(id);
    return value?.paymentId;
  }

  /** Acts as a payer, a bank, or a person at the provider's dashboard. */
  private async happen(step: Happening, payment = this.possible(step)): Promise<void> {
    const truth = payment && this.world.truthOf(payment.id);
    const earlier = beforeIt(step);
    if (!payment && earlier) return this.happen(earlier);
    if (!truth) return;
    // With two unread payments, the one that is read first would decide.
    if (this.unheard && this.unheard !== payment.id) await this.hear(this.unheard);
    happen(truth, payment, step);
    if ('isHeard' in step && !step.isHeard) this.unheard = payment.id;
    else await this.hear(payment.id);
  }

  private possible(step: Happening): ModelPayment | undefined {
    const at = (payment: ModelPayment) => isPossible(step, payment, this.world.truthOf(payment.id));
    return pick(this.payments(at), step.which);
  }

  private async hear(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    expect(await this.world.look.execute(id)).toBe('settled');
    this.seen(id);
  }

  private seen(id: string): void {
    if (this.unheard === id) this.unheard = undefined;
    this.model.see(id, this.world.truthOf(id)!);
  }

  private async refund(payment: ModelPayment | undefined, part: number): Promise<void> {
    if (!payment) return;
    const paymentId = payment.id;
    const amountCents = Math.ceil((payment.amountCents * part) / 10);
    const wanted = { refundId: randomUUID(), paymentId, accountId: this.accountId, amountCents };
    const { refusal } = await outcomeOf(this.world.refunds.execute(wanted));
    expect(refusal).toBe(this.model.refund(paymentId, amountCents));
    // Repeats the same refund, like an operator whose answer was lost.
    if (!refusal) await this.world.refunds.execute(wanted);
  }

  /** Prefers completed payments: the refusal of all others is the same. */
  private refundable(which: number): ModelPayment | undefined {
    const completed = this.payments(({ status }) => status === 'completed');
    return pick(completed.length > 0 ? completed : this.payments(), which);
  }

  private async cancel(): Promise<void> {
    const { value, refusal } = await outcomeOf(this.world.paying.cancellation.execute(this.accountId));
    const end = this.model.cancel();
    expect([value && value.getTime() / 1_000, refusal]).toEqual([
      end,
      end === undefined ? 'nothing_to_cancel' : undefined,
    ]);
  }

  private async earn(cents: number): Promise<void> {
    const id = randomUUID();
    await this.world.earn(this.accountId, id, cents);
    this.commissions.push({ id, leftCents: cents });
    this.model.earn(cents);
  }

  private async takeBack(commission: { id: string; leftCents: number } | undefined, part: number): Promise<void> {
    if (!commission) return;
    const cents = Math.ceil((commission.leftCents * part) / 10);
    await this.world.takeBack(this.accountId, commission.id, randomUUID(), cents);
    commission.leftCents -= cents;
    this.model.earn(-cents);
  }

  private pass(seconds: number): void {
    this.world.paying.clock.pass(seconds * 1_000);
    this.model.terms.pass(seconds);
    for (const { id, quote } of this.payments()) {
      const truth = this.world.truthOf(id);
      if (truth?.state === 'open' && this.world.now >= quote.createdAt + OPEN_SECONDS) truth.state = 'expired';
    }
  }

  private async compare(): Promise<void> {
    compareState(this.model, await this.world.stateOf(this.accountId), this.booksBefore);
  }
}

function pick<T>(all: T[], which: number): T | undefined {
  return all[which % all.length];
}
