import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Span } from './term-start.rule.js';

/** A prepaid term. The database refuses two of one account that overlap (constraint terms_never_overlap; PAY-5). */
@Entity('terms')
export class Term {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'account_id', type: 'text' })
  accountId: string;

  /** What it was sold by, unique: `grant:<grant id>`. */
  @Column({ type: 'text' })
  origin: string;

  @Column({ type: 'text' })
  plan: string;

  @Column({ type: 'int' })
  months: number;

  /** The quota it was sold with; a later catalogue does not change it. */
  @Column({ name: 'videos_per_month', type: 'int' })
  videosPerMonth: number;

  @Column({ name: 'starts_at', type: 'timestamptz' })
  startsAt: Date;

  @Column({ name: 'ends_at', type: 'timestamptz' })
  endsAt: Date;

  /** As first answered, so that a repeat of the same grant is answered alike after the term was cut or moved. */
  @Column({ name: 'sold_starts_at', type: 'timestamptz' })
  soldStartsAt: Date;

  @Column({ name: 'sold_ends_at', type: 'timestamptz' })
  soldEndsAt: Date;

  /** Cut short or moved by a later term of a higher plan. */
  reschedule(span: Span): void {
    if (span.endsAt < span.startsAt) throw new Error('A term cannot end before it begins.');
    this.startsAt = span.startsAt;
    this.endsAt = span.endsAt;
  }
}
