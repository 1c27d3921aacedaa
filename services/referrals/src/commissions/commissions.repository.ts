import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CommissionEntry } from './commission-entry.entity.js';
import { Commission } from './commission.entity.js';

/** Null where the moment of completion is not known. */
const DUE_SINCE = 'CASE WHEN p.completed_at IS NOT NULL THEN greatest(p.completed_at, a.attributed_at) END';

/** Sums over all commissions of a referrer, in US cents. */
export interface Earnings {
  /** What the wallet has got, less what was taken back. */
  completedCents: number;
  /** What is still to come. */
  pendingCents: number;
}

/** All SQL of commissions. A writer must hold the lock of the referred account's row. */
@Injectable()
export class CommissionsRepository {
  async ofPayment(manager: EntityManager, paymentId: string): Promise<Commission | null> {
    return manager.findOneBy(Commission, { paymentId });
  }

  /** Of a credit or reversal, by the id that billing knows. */
  async ofEntry(manager: EntityManager, entryId: string): Promise<Commission | null> {
    return manager
      .createQueryBuilder(Commission, 'commission')
      .where('commission.id = (SELECT commission_id FROM commission_entries WHERE id = :entryId)', { entryId })
      .getOne();
  }

  /** In the order of their numbers. */
  async entriesOf(manager: EntityManager, commissionId: string): Promise<CommissionEntry[]> {
    return manager.find(CommissionEntry, { where: { commissionId }, order: { number: 'ASC' } });
  }

  /**
   * Since when its first credit could have been made: the payment was completed and its referrer known. Undefined for a payment of a release
   * that did not note it.
   */
  async dueSince(manager: EntityManager, paymentId: string): Promise<Date | undefined> {
    const [row] = await manager.query(
      `SELECT ${DUE_SINCE} AS since FROM payments p JOIN accounts a USING (account_id) WHERE p.payment_id = $1`,
      [paymentId],
    );
    return row?.since ?? undefined;
  }

  /** Of the first credits that billing has not answered, how long the oldest has been due; 0 without one. */
  async oldestAgeSeconds(manager: EntityManager, now: Date): Promise<number> {
    const [{ age }] = await manager.query(
      `SELECT greatest(0, coalesce(extract(epoch FROM $1::timestamptz - min(${DUE_SINCE})), 0))::float8 AS age
       FROM commissions c JOIN payments p USING (payment_id) JOIN accounts a USING (account_id)
       WHERE c.status = 'approved' AND c.credited_cents = 0`,
      [now],
    );
    return age;
  }

  /** The commission with all its movements. */
  async save(manager: EntityManager, commission: Commission, entries: CommissionEntry[]): Promise<void> {
    await manager.upsert(Commission, { ...commission }, ['id']);
    if (entries.length > 0)
      await manager.upsert(
        CommissionEntry,
        entries.map((entry) => ({ ...entry })),
        ['id'],
      );
  }

  /** Newest first; after the commission `after` when it is given. Undefined when that one is not this referrer's. */
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
    // Compared in the database: a Date has no microseconds.
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
