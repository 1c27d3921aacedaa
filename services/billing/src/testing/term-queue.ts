import { type BoughtTerm, type Part, partOf, share, split, worth } from './bought-term.js';

/** The current price of a term. Cents. */
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
/** A price, frozen since `createdAt`. */
export type FrozenPrice = ModelPrice & { createdAt: number };

interface Waiting {
  term: BoughtTerm;
  months: number;
  seconds: number;
}

/** The smallest amount that a card can be charged. */
const LEAST_CARD_CENTS = 50;

/**
 * Models the terms of one account as simply as possible: a queue of bought time, the first of which runs since `since` (PAY-5 to PAY-7, PAY-15,
 * PAY-31 to PAY-33, PAY-68, PAY-69). The product keeps spans instead, so that each can reveal the mistakes of the other.
 */
export class TermQueue {
  /** `plan from..to` of past terms. */
  readonly past: string[] = [];
  /** All terms that were ever bought. */
  private readonly all: BoughtTerm[] = [];
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
    const creditCents = upgraded ? this.unusedOf(upgraded.term, this.now) : 0;
    const openCents = Math.max(0, totalCents - creditCents);
    const from = this.startFor(rank);
    const extraSeconds = share(Math.max(0, creditCents - totalCents), later(from, months) - from, totalCents);
    const dueCents = isCard && openCents < LEAST_CARD_CENTS ? 0 : openCents;
    const creditOf = creditCents > 0 ? upgraded!.term : undefined;
    const kind = this.kindOf(plan, rank);
    return { plan, rank, months, kind, totalCents, creditCents, dueCents, extraSeconds, creditOf };
  }

  /** Buys after the amount due was paid. Undefined when nothing at all would be given for the term. */
  buy(price: FrozenPrice, paymentId: string): BoughtTerm | undefined {
    const { plan, rank, months, totalCents, creditCents, dueCents } = price;
    const from = this.startFor(rank);
    const upgraded = this.upgradedBy(rank);
    const takes = this.takes(price, upgraded);
    const receivedCents = takes.reduce((sum, [, cents]) => sum + cents, 0);
    const valueCents = dueCents + receivedCents;
    if (valueCents === 0) return undefined;
    const parts = new Map<string, Part>();
    if (dueCents > 0) parts.set(paymentId, partOf(dueCents));
    for (const [of, cents] of takes) {
      const shares = split(cents, of);
      for (const [id, its] of shares) if (its > 0) parts.set(id, partOf((parts.get(id)?.cents ?? 0) + its));
      Object.assign(of, { creditedCents: cents, taken: true });
    }
    const moneyCents = valueCents + Math.max(0, totalCents - creditCents - dueCents);
    const wholeSeconds = later(from, months) - from;
    let length = { months, seconds: price.extraSeconds };
    if (moneyCents < totalCents) length = { months: 0, seconds: share(moneyCents, wholeSeconds, totalCents) };
    else if (moneyCents - totalCents !== Math.max(0, creditCents - totalCents))
      length = { months, seconds: share(moneyCents - totalCents, wholeSeconds, totalCents) };
    if (upgraded) this.endFirst(this.now);
    const term: BoughtTerm = {
      ...{ paymentId, plan, rank, valueCents, receivedCents, parts },
      ...{ creditedCents: 0, taken: false, ended: false },
    };
    this.all.push(term);
    this.insert(this.queue.findLastIndex((entry) => entry.term.rank >= rank) + 1, { term, ...length });
    return term;
  }

  /** Whether nothing of a frozen credit was taken back (PAY-68). */
  holdsCredit(price: FrozenPrice): boolean {
    return !price.creditOf || this.frozenOf(price) >= price.creditCents;
  }

  /** The rest of a frozen credit; the passing of time takes nothing from it. */
  private frozenOf({ creditOf, creditCents, createdAt }: FrozenPrice): number {
    if (!creditOf || creditOf.taken || creditOf.ended) return 0;
    return Math.min(creditCents, this.unusedOf(creditOf, createdAt));
  }

  /** Sets how many cents of a payment are taken back by now. */
  follow(paymentId: string, backCents: number): void {
    const parts = this.all.flatMap((term) => term.parts.get(paymentId) ?? []);
    const more = backCents - parts.reduce((sum, { takenCents }) => sum + takenCents, 0);
    if (more > 0) this.take(paymentId, more);
    if (more < 0) this.give(paymentId, -more);
  }

  /** The value of a payment in all terms that could last or be credited. */
  worthOf(paymentId: string): number {
    const live = this.all.filter((term) => !term.taken && !term.ended);
    return live.reduce((sum, term) => sum + (term.parts.get(paymentId)?.cents ?? 0), 0);
  }

  /** The unused value of all running and waiting terms. */
  unusedCents(): number {
    return this.queue.reduce((sum, { term }) => sum + this.unusedOf(term, this.now), 0);
  }

  /** The end of the running plan, with its extensions; undefined without one. */
  endOfPlan(): number | undefined {
    if (this.queue.length === 0) return undefined;
    const other = this.queue.findIndex(({ term }) => term.plan !== this.queue[0].term.plan);
    return this.spans().at(other < 0 ? -1 : other - 1)![1];
  }

  /** `plan from..to` of all past and future terms. */
  timetable(): string[] {
    return [...this.past, ...this.spans().map(([from, to], at) => `${this.queue[at].term.plan} ${from}..${to}`)];
  }

  private kindOf(plan: string, rank: number): string {
    if (this.holds(plan)) return 'extension';
    if (this.queue.length > 0) return this.upgradedBy(rank) ? 'upgrade' : 'downgrade';
    return this.past.at(-1)?.startsWith(`${plan} `) ? 'renewal' : 'new';
  }

  /** Takes from the last waiting term first and from the running one last. An ended term can no longer be credited. */
  private take(paymentId: string, cents: number): void {
    let wanted = cents;
    for (const term of this.all.filter((one) => one.span && !one.taken && !one.ended)) {
      const part = term.parts.get(paymentId);
      if (part) part.cents = 0;
    }
    for (const { term } of [...this.queue].reverse()) {
      const part = term.parts.get(paymentId);
      if (!part?.cents || wanted === 0) continue;
      const unused = this.unusedOf(term, this.now);
      const shares = split(unused, term);
      const taken = Math.min(wanted, shares.get(paymentId)!);
      const left = this.leftOf(term);
      const stays = unused === taken ? 0 : share(left, unused - taken, unused);
      if (taken === 0 && stays === left) continue;
      this.revalue(term, shares);
      part.cents -= taken;
      part.takenCents += taken;
      part.takenSeconds += left - stays;
      wanted -= taken;
      this.lastFor(term, stays);
    }
  }

  /** Gives first to the earliest sold term that would run, and last to the terms that were to run later. */
  private give(paymentId: string, cents: number): void {
    let wanted = cents;
    const from = (term: BoughtTerm) => term.span?.[0] ?? this.spanOf(term)[0];
    const takers = this.all.filter((term) => term.parts.get(paymentId)?.takenCents);
    for (const term of takers.sort((a, b) => from(a) - from(b) || (a.paymentId < b.paymentId ? -1 : 1))) {
      const part = term.parts.get(paymentId)!;
      const given = Math.min(wanted, part.takenCents);
      const seconds = share(part.takenSeconds, given, part.takenCents);
      wanted -= given;
      part.takenCents -= given;
      part.takenSeconds -= seconds;
      if (!term.span) {
        this.revalue(term, split(this.unusedOf(term, this.now), term));
        part.cents += given;
        this.lastFor(term, this.leftOf(term) + seconds);
        continue;
      }
      for (const each of term.parts.values()) each.cents = 0;
      Object.assign(term, { taken: false, valuedAt: undefined });
      if (seconds === 0) continue;
      part.cents = given;
      Object.assign(term, { ended: false, span: undefined });
      const at = this.queue.findLastIndex((entry, index) => index === 0 || entry.term.rank >= term.rank) + 1;
      this.insert(at, { term, months: 0, seconds });
    }
  }

  private revalue(term: BoughtTerm, shares: Map<string, number>): void {
    for (const [id, part] of term.parts) part.cents = shares.get(id)!;
    term.valuedAt = this.spanOf(term)[0] < this.now ? this.now : undefined;
  }

  private lastFor(term: BoughtTerm, leftSeconds: number): void {
    const at = this.queue.findIndex((entry) => entry.term === term);
    const from = this.spanOf(term)[0];
    if (leftSeconds > 0) {
      const used = at === 0 ? this.now - this.since : 0;
      this.queue[at] = { term, months: 0, seconds: used + leftSeconds };
      return;
    }
    term.ended = true;
    if (at === 0) return this.endFirst(this.now);
    this.queue.splice(at, 1);
    term.span = [from, from];
  }

  private takes(price: FrozenPrice, upgraded: Waiting | undefined): [BoughtTerm, number][] {
    const { creditOf } = price;
    const takes: [BoughtTerm, number][] = [];
    const goesOn = this.queue.some((entry) => entry.term === creditOf && entry !== upgraded);
    const frozen = goesOn ? 0 : this.frozenOf(price);
    if (frozen > 0) takes.push([creditOf!, frozen]);
    if (upgraded && upgraded.term !== creditOf && worth(upgraded.term) > 0)
      takes.push([upgraded.term, this.unusedOf(upgraded.term, this.now)]);
    return takes;
  }

  private upgradedBy(rank: number): Waiting | undefined {
    return this.queue.every((entry) => entry.term.rank < rank) ? this.queue[0] : undefined;
  }

  private startFor(rank: number): number {
    const last = this.queue.findLastIndex((entry) => entry.term.rank >= rank);
    return last < 0 ? this.now : this.spans()[last][1];
  }

  private unusedOf(term: BoughtTerm, at: number): number {
    const [from, to] = this.spanOf(term);
    const since = term.valuedAt ?? from;
    return to > Math.max(since, at) ? share(worth(term), to - Math.max(since, at), to - since) : 0;
  }

  private leftOf(term: BoughtTerm): number {
    const [from, to] = this.spanOf(term);
    return to - Math.max(from, this.now);
  }

  private spanOf(term: BoughtTerm): [number, number] {
    return term.span ?? this.spans()[this.queue.findIndex((entry) => entry.term === term)];
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
    this.queue.shift()!.term.span = [this.since, at];
    this.since = at;
  }

  private insert(at: number, entry: Waiting): void {
    if (this.queue.length === 0) this.since = this.now;
    this.queue.splice(at, 0, entry);
  }
}

/** The same day some months later; a day that the month lacks becomes its last day. */
function later(from: number, months: number): number {
  const at = new Date(from * 1_000);
  at.setUTCMonth(at.getUTCMonth() + months);
  if (at.getUTCDate() !== new Date(from * 1_000).getUTCDate()) at.setUTCDate(0);
  return at.getTime() / 1_000;
}
