import type { PaymentMethod } from '../payments/payment.entity.js';

/** Of one account; amounts are cents, times unix seconds. */
export interface ModelQuote {
  plan: string;
  rank: number;
  months: number;
  totalCents: number;
  creditCents: number;
  dueCents: number;
  extraSeconds: number;
  /** The payment whose term the credit is of. */
  creditOf?: string;
}

interface ModelPayment extends Pick<ModelQuote, 'plan' | 'rank'> {
  paidCents: number;
  receivedCents: number;
  refundedCents: number;
  creditedCents: number;
  taken: boolean;
  ended: boolean;
  leftSeconds: number;
  usedSeconds: number;
}

interface Waiting extends Pick<ModelQuote, 'plan' | 'rank' | 'months'> {
  payment: string;
  seconds: number;
}

/**
 * What payments do to one account, said again as simply as possible: a queue of bought time, the first of which runs since `since`. The
 * product keeps spans instead, so that one can find the mistakes of the other.
 */
export class MoneyModel {
  readonly payments = new Map<string, ModelPayment>();
  readonly past: string[] = [];
  cancelled = false;
  private queue: Waiting[] = [];
  private since = 0;

  constructor(public now: number) {}

  pass(seconds: number): void {
    this.now += seconds;
    while (this.queue.length > 0 && this.endOfFirst() <= this.now) this.endFirst(this.endOfFirst());
  }

  quote(plan: string, rank: number, months: number, totalCents: number, method: PaymentMethod): ModelQuote {
    const upgraded = this.upgradedBy(rank);
    const creditCents = upgraded ? this.unusedOfFirst() : 0;
    const openCents = Math.max(0, totalCents - creditCents);
    const from = this.startFor(rank);
    const extraSeconds = share(Math.max(0, creditCents - totalCents), later(from, months) - from, totalCents);
    const dueCents = method === 'stripe' && openCents < 50 ? 0 : openCents;
    const creditOf = creditCents > 0 ? upgraded!.payment : undefined;
    return { plan, rank, months, totalCents, creditCents, dueCents, extraSeconds, creditOf };
  }

  /** False where nothing would have been paid for a term. */
  pay(id: string, quote: ModelQuote): boolean {
    const { plan, rank, months, totalCents, creditCents, dueCents } = quote;
    const from = this.startFor(rank);
    const upgraded = this.upgradedBy(rank);
    const takes = this.takes(quote, upgraded);
    const receivedCents = takes.reduce((sum, [, cents]) => sum + cents, 0);
    if (dueCents + receivedCents === 0) return false;
    for (const [payment, cents] of takes)
      Object.assign(this.payments.get(payment)!, { creditedCents: cents, taken: true });
    const money = dueCents + receivedCents + Math.max(0, totalCents - creditCents - dueCents);
    const whole = later(from, months) - from;
    let length = { months, seconds: quote.extraSeconds };
    if (money < totalCents) length = { months: 0, seconds: share(money, whole, totalCents) };
    else if (money - totalCents !== Math.max(0, creditCents - totalCents))
      length = { months, seconds: share(money - totalCents, whole, totalCents) };
    if (upgraded) this.endFirst(this.now);
    const times = { taken: false, ended: false, leftSeconds: 0, usedSeconds: 0 };
    const cents = { paidCents: dueCents, receivedCents, refundedCents: 0, creditedCents: 0 };
    this.payments.set(id, { plan, rank, ...cents, ...times });
    this.insert(this.queue.findLastIndex((entry) => entry.rank >= rank) + 1, { payment: id, plan, rank, ...length });
    this.cancelled = false;
    return true;
  }

  /** Refunded in full, or in dispute. */
  end(id: string): void {
    const payment = this.payments.get(id)!;
    if (payment.ended) return;
    const at = this.queue.findIndex((entry) => entry.payment === id);
    const [from, to] = at < 0 ? [0, 0] : this.spans()[at];
    Object.assign(payment, { ended: true, leftSeconds: to - Math.max(from, Math.min(this.now, to)) });
    if (at === 0) {
      payment.usedSeconds += this.now - this.since;
      this.endFirst(this.now);
    } else if (at > 0) this.queue.splice(at, 1);
  }

  restore(id: string): void {
    const payment = this.payments.get(id)!;
    const { plan, rank, leftSeconds } = payment;
    if (payment.ended && leftSeconds > 0) {
      const at = this.queue.findLastIndex((entry, index) => index === 0 || entry.rank >= rank) + 1;
      this.insert(at, { payment: id, plan, rank, months: 0, seconds: leftSeconds });
    }
    payment.ended = false;
  }

  /** The end of the running plan, its extensions included; undefined where none runs. */
  cancel(): number | undefined {
    if (this.queue.length === 0) return undefined;
    this.cancelled = true;
    const other = this.queue.findIndex(({ plan }) => plan !== this.queue[0].plan);
    return this.spans().at(other < 0 ? -1 : other - 1)![1];
  }

  /** `plan from..to` of everything that held or will. */
  timetable(): string[] {
    return [...this.past, ...this.spans().map(([from, to], at) => `${this.queue[at].plan} ${from}..${to}`)];
  }

  private takes(quote: ModelQuote, upgraded: Waiting | undefined): [string, number][] {
    const takes: [string, number][] = [];
    const quoted = quote.creditOf === undefined ? undefined : this.payments.get(quote.creditOf)!;
    const goesOn = this.queue.some((entry) => entry.payment === quote.creditOf && entry !== upgraded);
    if (quoted && !quoted.taken && !quoted.ended && !goesOn)
      takes.push([quote.creditOf!, Math.min(quote.creditCents, worth(quoted))]);
    if (upgraded && upgraded.payment !== quote.creditOf && worth(this.payments.get(upgraded.payment)!) > 0)
      takes.push([upgraded.payment, this.unusedOfFirst()]);
    return takes;
  }

  private upgradedBy(rank: number): Waiting | undefined {
    return this.queue.every((entry) => entry.rank < rank) ? this.queue[0] : undefined;
  }

  private startFor(rank: number): number {
    const last = this.queue.findLastIndex((entry) => entry.rank >= rank);
    return last < 0 ? this.now : this.spans()[last][1];
  }

  private unusedOfFirst(): number {
    const payment = this.payments.get(this.queue[0].payment)!;
    const end = this.endOfFirst();
    return share(worth(payment), end - this.now, payment.usedSeconds + end - this.since);
  }

  private spans(): [number, number][] {
    let at = this.since;
    return this.queue.map(({ months, seconds }) => [at, (at = later(at, months) + seconds)]);
  }

  private endOfFirst(): number {
    return this.spans()[0][1];
  }

  private endFirst(at: number): void {
    if (at > this.since) this.past.push(`${this.queue[0].plan} ${this.since}..${at}`);
    this.queue.shift();
    this.since = at;
  }

  private insert(at: number, entry: Waiting): void {
    if (this.queue.length === 0) this.since = this.now;
    this.queue.splice(at, 0, entry);
  }
}

const worth = ({ paidCents, receivedCents, refundedCents }: ModelPayment) =>
  Math.max(0, paidCents + receivedCents - refundedCents);

const share = (amount: number, part: number, whole: number) => Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** The same day some months later; a day that the month does not have runs over, and back to the month's last. */
function later(from: number, months: number): number {
  const at = new Date(from * 1_000);
  at.setUTCMonth(at.getUTCMonth() + months);
  if (at.getUTCDate() !== new Date(from * 1_000).getUTCDate()) at.setUTCDate(0);
  return at.getTime() / 1_000;
}
