import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TermSource } from './term-source.entity.js';
import { type Span, secondsBetween } from './term-start.rule.js';
import type { Holding } from './term-value.rule.js';

const cents = { type: 'bigint', transformer: { to: (value: number) => value, from: Number } } as const;

/** A prepaid term. The database refuses two of one account that overlap (constraint terms_never_overlap; PAY-5). Amounts are US cents. */
@Entity('terms')
export class Term {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'account_id', type: 'text' })
  accountId: string;

  /** The unique origin: `grant:<grant id>` or `payment:<payment id>`; `used:...` is the past of a term that was taken back. */
  @Column({ type: 'text' })
  origin: string;

  @Column({ type: 'text' })
  plan: string;

  /** Months as sold. */
  @Column({ type: 'int' })
  months: number;

  /** The quota it was sold with; a later catalogue does not change it. */
  @Column({ name: 'videos_per_month', type: 'int' })
  videosPerMonth: number;

  @Column({ name: 'starts_at', type: 'timestamptz' })
  startsAt: Date;

  @Column({ name: 'ends_at', type: 'timestamptz' })
  endsAt: Date;

  /** The span as first answered, so that a repeat of the same grant gets the same answer after the term was shortened or moved. */
  @Column({ name: 'sold_starts_at', type: 'timestamptz' })
  soldStartsAt: Date;

  @Column({ name: 'sold_ends_at', type: 'timestamptz' })
  soldEndsAt: Date;

  @Column({ name: 'payment_id', type: 'uuid', nullable: true })
  paymentId: string | null;

  @Column({ name: 'quote_id', type: 'uuid', nullable: true })
  quoteId: string | null;

  /** The paid amount and the used credit; 0 for a grant (PAY-33). */
  @Column({ name: 'value_cents', ...cents })
  valueCents: number;

  /** The credit in its value. */
  @Column({ name: 'received_cents', ...cents })
  receivedCents: number;

  /** The part of its value that was taken back, or was used up before the last valuation. */
  @Column({ name: 'refunded_cents', ...cents })
  goneCents: number;

  /** When its value was last recomputed, because something was taken or returned. Null: never, so its value covers all its time. */
  @Column({ name: 'valued_from', type: 'timestamptz', nullable: true })
  valuedFrom: Date | null;

  /** The part of its value that an upgrade took as credit. */
  @Column({ name: 'credited_cents', ...cents })
  creditedCents: number;

  /** The term of that upgrade: value is taken once. */
  @Column({ name: 'credited_to', type: 'uuid', nullable: true })
  creditedTo: string | null;

  /** Whether it lasts extraSeconds instead of its months: a part was paid, value was taken back, or time returned. */
  @Column({ name: 'is_part', type: 'boolean' })
  isPart: boolean;

  /** Seconds that credit added to the months; with isPart, its whole length. */
  @Column({ name: 'extra_seconds', type: 'int' })
  extraSeconds: number;

  /** Used seconds before this span. */
  @Column({ name: 'used_seconds', type: 'int' })
  usedSeconds: number;

  /** When the rest of its time was taken back, because its money was refunded or lost in a dispute. */
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;

  /** Seconds that were left at endedAt. */
  @Column({ name: 'left_seconds', type: 'int' })
  leftSeconds: number;

  /** The payments that its value came from (PAY-33), in a table of their own. */
  sources: TermSource[] = [];

  /** The term in the form that the rules take; `rank` is its plan's position in the catalogue. */
  held(rank: number): Holding {
    return { ...this, rank, months: this.isPart ? 0 : this.months, seconds: this.extraSeconds };
  }

  /** Another term shortens or moves it. */
  reschedule(span: Span): void {
    if (span.endsAt < span.startsAt) throw new Error('A term cannot end before it begins.');
    this.startsAt = span.startsAt;
    this.endsAt = span.endsAt;
  }

  /** Another term takes its unused value, once. */
  credit(cents: number, to: string): void {
    if (this.creditedTo) throw new Error('The value of a term is taken once.');
    this.creditedCents = cents;
    this.creditedTo = to;
  }

  /** Sets its value to `parts`, one for each source; the value of its used time is gone. A waiting term still has all its time. */
  revalue(at: Date, parts: number[]): void {
    this.sources.forEach((source, each) => (source.cents = parts[each]));
    this.goneCents = this.valueCents - parts.reduce((sum, cents) => sum + cents, 0);
    this.usedSeconds = 0;
    this.valuedFrom = this.startsAt < at ? at : null;
  }

  /** Takes `cents` of a source and `seconds` back with the payment; negative numbers return them. */
  takeBack(source: TermSource, cents: number, seconds: number): void {
    source.cents -= cents;
    source.takenCents += cents;
    source.takenSeconds += seconds;
    this.goneCents += cents;
  }

  /** Removes the value of this source; its time stays. */
  writeOff(source: TermSource): void {
    this.goneCents = Math.min(this.valueCents, this.goneCents + source.cents);
    source.cents = 0;
  }

  /** Keeps its length from now on, wherever it is moved. */
  fixLength(): void {
    this.isPart = true;
    this.extraSeconds = secondsBetween(this.startsAt, this.endsAt);
  }

  /** Marks that the rest of its time was taken back; `leftSeconds` were left. */
  end(now: Date, leftSeconds: number): void {
    if (this.endedAt) throw new Error('This term has ended already.');
    this.endedAt = now;
    this.leftSeconds = leftSeconds;
  }

  /** Returns some of its time, placed at `rest`. */
  resume(rest: Span): void {
    this.isPart = true;
    this.extraSeconds = secondsBetween(rest.startsAt, rest.endsAt);
    this.endedAt = null;
    this.leftSeconds = 0;
    this.reschedule(rest);
  }

  /** Gives an ended term value again: `cents`, all from this source. */
  restoreValue(source: TermSource, cents: number): void {
    for (const each of this.sources) each.cents = each === source ? cents : 0;
    this.goneCents = this.valueCents - cents;
    [this.usedSeconds, this.valuedFrom, this.creditedTo] = [0, null, null];
  }

  /** Whether an older release suspended it because of an open dispute. */
  get isSuspended(): boolean {
    return (
      this.endedAt !== null && this.leftSeconds > 0 && this.sources.every(({ takenSeconds }) => takenSeconds === 0)
    );
  }
}
