/** What one payment bought, and what became of its value. Cents and seconds. */
export interface BoughtTerm {
  plan: string;
  rank: number;
  /** Paid, and credit that it took. */
  valueCents: number;
  receivedCents: number;
  refundedCents: number;
  /** Of its value what an upgrade took. */
  creditedCents: number;
  taken: boolean;
  ended: boolean;
  leftSeconds: number;
  usedSeconds: number;
}

/** What a term costs now. Cents. */
export interface ModelPrice {
  plan: string;
  rank: number;
  months: number;
  kind: string;
  totalCents: number;
  creditCents: number;
  dueCents: number;
  extraSeconds: number;
  /** The term whose unused value is the credit. */
  creditOf?: BoughtTerm;
}

interface Waiting {
  term: BoughtTerm;
  months: number;
  seconds: number;
}

/** Below it a card cannot be charged. */
const LEAST_CARD_CENTS = 50;

/**
 * The terms of one account, said as simply as possible: a queue of bought time, the first of which runs since `since` (PAY-5 to PAY-7, PAY-15,
 * PAY-31 to PAY-33). The product keeps spans instead, so that one can find the mistakes of the other.
 */
export class TermQueue {
  /** `plan from..to` of what is over. */
  readonly past: string[] = [];
  private queue: Waiting[] = [];
  private since = 0;

  /** Unix seconds. */
  constructor(public now: number) {}

  pass(seconds: number): void {
    this.now += seconds;
    while (this.queue.length > 0 && this.endOfFirst() <= this.now) this.endFirst(this.endOfFirst());
  }

  holds(plan: string): boolean {
    return this.queue.some(({ term }) => term.plan === plan);
  }

  price(plan: string, rank: number, months: number, totalCents: number, isCard: boolean): ModelPrice {
    const upgraded = this.upgradedBy(rank);
    const creditCents = upgraded ? this.unusedOfFirst() : 0;
    const openCents = Math.max(0, totalCents - creditCents);
    const from = this.startFor(rank);
    const extraSeconds = share(Math.max(0, creditCents - totalCents), later(from, months) - from, totalCents);
    const dueCents = isCard && openCents < LEAST_CARD_CENTS ? 0 : openCents;
    const creditOf = creditCents > 0 ? upgraded!.term : undefined;
    const kind = this.kindOf(plan, rank);
    return { plan, rank, months, kind, totalCents, creditCents, dueCents, extraSeconds, creditOf };
  }

  /** What is due has been paid. Undefined where nothing at all would have been given for the term. */
  buy(price: ModelPrice): BoughtTerm | undefined {
    const { plan, rank, months, totalCents, creditCents, dueCents } = price;
    const from = this.startFor(rank);
    const upgraded = this.upgradedBy(rank);
    const takes = this.takes(price, upgraded);
    const receivedCents = takes.reduce((sum, [, cents]) => sum + cents, 0);
    const valueCents = dueCents + receivedCents;
    if (valueCents === 0) return undefined;
    for (const [of, cents] of takes) Object.assign(of, { creditedCents: cents, taken: true });
    const moneyCents = valueCents + Math.max(0, totalCents - creditCents - dueCents);
    const wholeSeconds = later(from, months) - from;
    let length = { months, seconds: price.extraSeconds };
    if (moneyCents < totalCents) length = { months: 0, seconds: share(moneyCents, wholeSeconds, totalCents) };
    else if (moneyCents - totalCents !== Math.max(0, creditCents - totalCents))
      length = { months, seconds: share(moneyCents - totalCents, wholeSeconds, totalCents) };
    if (upgraded) this.endFirst(this.now);
    const untouched = {
      refundedCents: 0,
      creditedCents: 0,
      taken: false,
      ended: false,
      leftSeconds: 0,
      usedSeconds: 0,
    };
    const term = { plan, rank, valueCents, receivedCents, ...untouched };
    this.insert(this.queue.findLastIndex((entry) => entry.term.rank >= rank) + 1, { term, ...length });
    return term;
  }

  /** Given back as a whole, or in dispute. */
  end(term: BoughtTerm): void {
    if (term.ended) return;
    const at = this.queue.findIndex((entry) => entry.term === term);
    const [from, to] = at < 0 ? [0, 0] : this.spans()[at];
    Object.assign(term, { ended: true, leftSeconds: to - Math.max(from, Math.min(this.now, to)) });
    if (at === 0) {
      term.usedSeconds += this.now - this.since;
      this.endFirst(this.now);
    } else if (at > 0) this.queue.splice(at, 1);
  }

  /** A dispute was won: it takes nobody's place. */
  restore(term: BoughtTerm): void {
    if (term.ended && term.leftSeconds > 0) {
      const at = this.queue.findLastIndex((entry, index) => index === 0 || entry.term.rank >= term.rank) + 1;
      this.insert(at, { term, months: 0, seconds: term.leftSeconds });
    }
    term.ended = false;
  }

  /** The end of the running plan, its extensions included; undefined where none runs. */
  endOfPlan(): number | undefined {
    if (this.queue.length === 0) return undefined;
    const other = this.queue.findIndex(({ term }) => term.plan !== this.queue[0].term.plan);
    return this.spans().at(other < 0 ? -1 : other - 1)![1];
  }

  /** `plan from..to` of everything that held or will. */
  timetable(): string[] {
    return [...this.past, ...this.spans().map(([from, to], at) => `${this.queue[at].term.plan} ${from}..${to}`)];
  }

  private kindOf(plan: string, rank: number): string {
    if (this.holds(plan)) return 'extension';
    if (this.queue.length > 0) return this.upgradedBy(rank) ? 'upgrade' : 'downgrade';
    return this.past.at(-1)?.startsWith(`${plan} `) ? 'renewal' : 'new';
  }

  private takes({ creditOf, creditCents }: ModelPrice, upgraded: Waiting | undefined): [BoughtTerm, number][] {
    const takes: [BoughtTerm, number][] = [];
    const goesOn = this.queue.some((entry) => entry.term === creditOf && entry !== upgraded);
    if (creditOf && !creditOf.taken && !creditOf.ended && !goesOn)
      takes.push([creditOf, Math.min(creditCents, worth(creditOf))]);
    if (upgraded && upgraded.term !== creditOf && worth(upgraded.term) > 0)
      takes.push([upgraded.term, this.unusedOfFirst()]);
    return takes;
  }

  private upgradedBy(rank: number): Waiting | undefined {
    return this.queue.every((entry) => entry.term.rank < rank) ? this.queue[0] : undefined;
  }

  private startFor(rank: number): number {
    const last = this.queue.findLastIndex((entry) => entry.term.rank >= rank);
    return last < 0 ? this.now : this.spans()[last][1];
  }

  private unusedOfFirst(): number {
    const { term } = this.queue[0];
    const end = this.endOfFirst();
    return share(worth(term), end - this.now, term.usedSeconds + end - this.since);
  }

  private spans(): [number, number][] {
    let at = this.since;
    return this.queue.map(({ months, seconds }) => [at, (at = later(at, months) + seconds)]);
  }

  private endOfFirst(): number {
    return this.spans()[0][1];
  }

  private endFirst(at: number): void {
    if (at > this.since) this.past.push(`${this.queue[0].term.plan} ${this.since}..${at}`);
    this.queue.shift();
    this.since = at;
  }

  private insert(at: number, entry: Waiting): void {
    if (this.queue.length === 0) this.since = this.now;
    this.queue.splice(at, 0, entry);
  }
}

/** What is left of a term's value. */
export const worth = ({ valueCents, refundedCents }: BoughtTerm): number => Math.max(0, valueCents - refundedCents);

const share = (amount: number, part: number, whole: number) => Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** The same day some months later; a day that the month does not have runs over, and back to the month's last. */
function later(from: number, months: number): number {
  const at = new Date(from * 1_000);
  at.setUTCMonth(at.getUTCMonth() + months);
  if (at.getUTCDate() !== new Date(from * 1_000).getUTCDate()) at.setUTCDate(0);
  return at.getTime() / 1_000;
}
