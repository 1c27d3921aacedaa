import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { ReferralAccount } from '../accounts/referral-account.entity.js';
import { CommissionEntry } from './commission-entry.entity.js';
import { Commission } from './commission.entity.js';
import { dueNow, movementsOf } from './commission.rule.js';
import { CommissionsRepository } from './commissions.repository.js';
import { PaymentsRepository } from './payments.repository.js';
import type { ReferredPayment } from './referred-payment.entity.js';

/**
 * Updates a payment's commission to the known state of the payment. It uses everything that is stored, never only the latest event, so the result
 * is the same in any order of the topics. The caller holds the lock of the payer's row, and announces the returned events as the last statement of
 * its transaction.
 */
@Injectable()
export class SettleCommission {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly payments: PaymentsRepository,
    private readonly commissions: CommissionsRepository,
  ) {}

  async settle(
    manager: EntityManager,
    { referrerId, attributedFrom }: ReferralAccount,
    payment: ReferredPayment,
    now: Date,
  ): Promise<Announcement[]> {
    if (referrerId === null || payment.place < attributedFrom!) return [];
    const known = await this.commissions.ofPayment(manager, payment.paymentId);
    const commission = known ?? Commission.of(referrerId, payment);
    if (!commission) return [];
    const entries = known ? await this.commissions.entriesOf(manager, known.id) : [];
    if (entries.length === 0) {
      commission.follow(payment);
      const isErased = (await this.accounts.find(manager, referrerId))?.erasedAt != null;
      // An erased referrer earns nothing new (REF-15).
      if (isErased && !known) return [];
      if (isErased) commission.fail();
    }
    if (payment.state === 'completed' && (entries.length > 0 || commission.status === 'pending'))
      entries.push(...(await this.newMovements(manager, commission, entries)));
    return this.move(manager, commission, entries, now);
  }

  /**
   * Applies billing's answer to a credit: the wallet has it, or refused it for good. Does nothing when it was answered before. Returns the events to
   * announce.
   */
  async applyAnswer(
    manager: EntityManager,
    commission: Commission,
    entryId: string,
    answer: 'posted' | 'refused',
    now: Date,
  ): Promise<Announcement[]> {
    const entries = await this.commissions.entriesOf(manager, commission.id);
    const entry = entries.find(({ id }) => id === entryId)!;
    if (!(answer === 'posted' ? entry.markPosted() : entry.markRefused())) return [];
    // After a refused credit, later movements have nothing to take back.
    if (answer === 'refused') for (const later of entries) if (later.state === 'waiting') later.state = 'refused';
    const news = await this.move(manager, commission, entries, now);
    if (answer === 'refused') return news;
    const { referrerId: userId } = commission;
    const completed = { commissionId: entry.id, userId, amountCents: entry.amountCents };
    return [EVENTS.commissionCompleted.of(completed, now), ...news];
  }

  /** Changes are only appended, so the existing movements are the first of all. */
  private async newMovements(manager: EntityManager, commission: Commission, entries: CommissionEntry[]) {
    const changes = await this.payments.changesOf(manager, commission.paymentId);
    const refused = entries.some(({ state }) => state === 'refused');
    return movementsOf(commission, changes)
      .slice(entries.length)
      .map((movement, index) => CommissionEntry.of(commission, entries.length + index + 1, movement, refused));
  }

  private async move(manager: EntityManager, commission: Commission, entries: CommissionEntry[], now: Date) {
    const due = dueNow(entries);
    for (const entry of due) entry.markAnnounced();
    if (entries.length > 0) commission.book(entries);
    await this.commissions.save(manager, commission, entries);
    return due.map((entry) => newsOf(commission, entry, entries, now));
  }
}

/** A credit is identified by its own id; the first one has the commission's id. A reversal names the credit from which it takes something back. */
function newsOf(
  { referrerId: userId, paymentId }: Commission,
  { id, kind, number, amountCents }: CommissionEntry,
  entries: CommissionEntry[],
  now: Date,
): Announcement {
  if (kind === 'credit') return EVENTS.commissionApproved.of({ commissionId: id, userId, paymentId, amountCents }, now);
  const credit = entries.findLast((entry) => entry.kind === 'credit' && entry.number < number)!;
  const reversed = { reversalId: id, commissionId: credit.id, userId, paymentId, amountCents };
  return EVENTS.commissionReversed.of(reversed, now);
}
