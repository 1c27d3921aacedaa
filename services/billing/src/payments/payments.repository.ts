import { Injectable } from '@nestjs/common';
import { Brackets, type EntityManager, In, MoreThan } from 'typeorm';
import { Term } from '../subscriptions/term.entity.js';
import { Payment } from './payment.entity.js';

/** All SQL of payments and receipts. */
@Injectable()
export class PaymentsRepository {
  async insert(manager: EntityManager, payment: Payment): Promise<void> {
    await manager.insert(Payment, payment as never);
  }

  async find(manager: EntityManager, id: string): Promise<Payment | null> {
    return manager.findOneBy(Payment, { id });
  }

  /** Finds a payment of the account, by its id or by the provider's id of its checkout. */
  async findOwn(manager: EntityManager, accountId: string, by: { id: string } | { reference: string }) {
    return manager.findOneBy(Payment, { accountId, ...by });
  }

  /** Locks the payment until the end of the transaction, and its account first, in the same order as all other code. */
  async lock(manager: EntityManager, id: string): Promise<Payment | null> {
    await manager.query(
      'SELECT 1 FROM subscriptions WHERE account_id = (SELECT account_id FROM payments WHERE id = $1) FOR UPDATE',
      [id],
    );
    return manager.findOne(Payment, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Finds the newest completed payment that was ordered after `since` to extend the same plan, with the same method (PAY-64). */
  async extendedSince(
    manager: EntityManager,
    { accountId, plan, duration, method }: Pick<Payment, 'accountId' | 'plan' | 'duration' | 'method'>,
    since: Date,
  ): Promise<Payment | null> {
    const same = { accountId, plan, duration, method, extend: true, status: 'completed' as const };
    // Ordered by time alone, the database's plan would decide between two payments of one millisecond.
    return manager.findOne(Payment, {
      where: { ...same, createdAt: MoreThan(since) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  async save(manager: EntityManager, payment: Payment): Promise<void> {
    await manager.update(Payment, { id: payment.id }, { ...payment } as never);
  }

  /** Undecided payments of the account, oldest first. */
  async undecidedOf(manager: EntityManager, accountId: string): Promise<Payment[]> {
    const status = In(['created', 'pending', 'processing']);
    return manager.find(Payment, { where: { accountId, status }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Payments after the given one, newest first. */
  async page(manager: EntityManager, accountId: string, after: Payment | null, limit: number): Promise<Payment[]> {
    const query = manager
      .createQueryBuilder(Payment, 'payment')
      .where('payment.accountId = :accountId', { accountId })
      .orderBy('payment.createdAt', 'DESC')
      .addOrderBy('payment.id', 'DESC')
      .limit(limit);
    if (after)
      query.andWhere(
        new Brackets((older) =>
          older.where('(payment.createdAt, payment.id) < (:at, :id)', { at: after.createdAt, id: after.id }),
        ),
      );
    return query.getMany();
  }

  /**
   * Deletes at most `limit` payments that ended unpaid before that time. A payment with any transfer is never deleted, and a locked one is left to
   * the next run.
   */
  async forgetUnpaid(
    manager: EntityManager,
    endedBefore: Date,
    limit: number,
  ): Promise<Pick<Payment, 'id' | 'quoteId'>[]> {
    const [rows] = await manager.query<[Pick<Payment, 'id' | 'quoteId'>[], number]>(
      `DELETE FROM payments WHERE id IN (
         SELECT id FROM payments p WHERE status IN ('expired', 'failed') AND credited_cents = 0 AND expires_at < $1
           AND NOT EXISTS (SELECT FROM ledger_transfers WHERE reference = p.id::text)
         ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, quote_id AS "quoteId"`,
      [endedBefore, limit],
    );
    return rows;
  }

  /** The terms that payments bought, by id. */
  async termsOf(manager: EntityManager, payments: Payment[]): Promise<Map<string, Term>> {
    const ids = payments.flatMap(({ termId }) => termId ?? []);
    const terms = ids.length > 0 ? await manager.findBy(Term, { id: In(ids) }) : [];
    return new Map(terms.map((term) => [term.id, term]));
  }

  /** Claims the next look at a payment and records its time: true for one caller per `spacingMs`, over all copies of the service. */
  async claimLook(manager: EntityManager, id: string, now: Date, spacingMs: number): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      'UPDATE payments SET looked_at = $2 WHERE id = $1 AND (looked_at IS NULL OR looked_at <= $3)',
      [id, now, new Date(now.getTime() - spacingMs)],
    );
    return count === 1;
  }

  /**
   * Returns the next number of the year, without gaps: its row stays locked until the caller commits, and a rollback returns the number. So call it
   * last.
   */
  async nextReceipt(manager: EntityManager, year: number): Promise<number> {
    const [{ last }] = await manager.query<{ last: number }[]>(
      `INSERT INTO receipt_numbers (year, last) VALUES ($1, 1)
       ON CONFLICT (year) DO UPDATE SET last = receipt_numbers.last + 1 RETURNING last`,
      [year],
    );
    return last;
  }
}
