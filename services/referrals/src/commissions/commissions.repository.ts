import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CommissionEntry } from './commission-entry.entity.js';
import { Commission } from './commission.entity.js';

/**
 * SQL of the time since which a payment's first credit has been due: the payment `p` was completed, and the referrer of its account `a` was known.
 * Null when the time of completion is not known.
 */
const DUE_SINCE = 'CASE WHEN p.completed_at IS NOT NULL THEN greatest(p.completed_at, a.attributed_at) END';

/** Sums over all commissions of a referrer, in US cents. */
export interface Earnings {
  /** The amount credited to the wallet, minus what was taken back. */
  completedCents: number;
  /** The amount that is still to be credited. */
  pendingCents: number;
}

/** All SQL of commissions. A writer must hold the lock of the referred account's row. */
@Injectable()
export class CommissionsRepository {
  async ofPayment(manager: EntityManager, paymentId: string): Promise<Commission | null> {
    return manager.findOneBy(Commission, { paymentId });
  }

  /** The commission of a credit or reversal, by the id that billing knows. */
  async ofEntry(manager: EntityManager, entryId: string): Promise<Commission | null> {
    return manager
      .createQueryBuilder(Commission, 'commission')
      .where('commission.id = (SELECT commission_id FROM commission_entries WHERE id = :entryId)', { entryId })
      .getOne();
  }

  /** The movements, ordered by number. */
  async entriesOf(manager: EntityManager, commissionId: string): Promise<CommissionEntry[]> {
    return manager.find(CommissionEntry, { where: { commissionId }, order: { number: 'ASC' } });
  }

  /**
   * When its first credit became possible: the payment was completed and its referrer known. Undefined for a payment of a release that did not
   * store these times.
   */
  async dueSince(manager: EntityManager, paymentId: string): Promise<Date | undefined> {
    const [row] = await manager.query(
      `SELECT ${DUE_SINCE} AS since FROM payments p JOIN accounts a USING (account_id) WHERE p.payment_id = $1`,
      [paymentId],
    );
    return row?.since ?? undefined;
  }

  /** The seconds for which the oldest unanswered first credit has been due; 0 without one. */
  async oldestAgeSeconds(manager: EntityManager, now: Date): Promise<number> {
    const [{ age }] = await manager.query(
      `SELECT greatest(0, coalesce(extract(epoch FROM $1::timestamptz - min(${DUE_SINCE})), 0))::float8 AS age
       FROM commissions c JOIN payments p USING (payment_id) JOIN accounts a USING (account_id)
       WHERE c.status = 'approved' AND c.credited_cents = 0`,
      [now],
    );
    return age;
  }

  /** Saves the commission with all its movements. */
  async save(manager: EntityManager, commission: Commission, entries: CommissionEntry[]): Promise<void> {
    await manager.upsert(Commission, { ...commission }, ['id']);
    if (entries.length > 0)
      await manager.upsert(
        CommissionEntry,
        entries.map((entry) => ({ ...entry })),
        ['id'],
      );
  }

  /** A page of commissions, newest first; with `after`, those after this commission. Undefined when `after` does not belong to the referrer. */
  async page(
    manager: EntityManager,
    referrerId: string,
    after: string | undefined,
    limit: number,
  ): Promise<Commission[] | undefined> {
    const last = after === undefined ? undefined : await manager.findOneBy(Commission, { id: after, referrerId });
    if (last === null) return undefined;
    const query = manager
      .createQueryBuilder(Commission, 'commission')
      .where('commission.referrer_id = :referrerId', { referrerId })
      .orderBy('commission.created_at', 'DESC')
      .addOrderBy('commission.id', 'DESC')
      .limit(limit);
    // Compared in the database, because a Date has no microseconds.
    if (last)
      query.andWhere(
        '(commission.created_at, commission.id) < (SELECT l.created_at, l.id FROM commissions l WHERE l.id = :after)',
        { after },
      );
    return query.getMany();
  }

  async earningsOf(manager: EntityManager, referrerId: string): Promise<Earnings> {
    const [{ completed, pending }] = await manager.query(
      `SELECT coalesce(sum(credited_cents - reversed_cents), 0) AS completed,
         coalesce(sum(owed_cents - credited_cents + reversed_cents), 0) AS pending
       FROM commissions WHERE referrer_id = $1`,
      [referrerId],
    );
    return { completedCents: Number(completed), pendingCents: Number(pending) };
  }
}
