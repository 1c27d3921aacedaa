import { Injectable } from '@nestjs/common';
import { type EntityManager, In, QueryFailedError } from 'typeorm';
import { Subscription } from './subscription.entity.js';
import { TermSource } from './term-source.entity.js';
import { Term } from './term.entity.js';

/** All SQL of subscriptions and terms. */
@Injectable()
export class SubscriptionsRepository {
  /** Creates the account's row when it is absent; true when this call created it. */
  async openIfAbsent(manager: EntityManager, accountId: string, openedAt: Date): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'INSERT INTO subscriptions (account_id, version, opened_at) VALUES ($1, 0, $2) ON CONFLICT (account_id) DO NOTHING RETURNING account_id',
      [accountId, openedAt],
    );
    return rows.length === 1;
  }

  async find(manager: EntityManager, accountId: string): Promise<Subscription | null> {
    return manager.findOneBy(Subscription, { accountId });
  }

  /** Locks the account's row until the end of the transaction: terms of one account change one after the other. */
  async lock(manager: EntityManager, accountId: string): Promise<Subscription> {
    return manager.findOneOrFail(Subscription, { where: { accountId }, lock: { mode: 'pessimistic_write' } });
  }

  async saveVersion(manager: EntityManager, subscription: Subscription): Promise<void> {
    await manager.update(Subscription, { accountId: subscription.accountId }, { version: subscription.version });
  }

  async termsOf(manager: EntityManager, accountId: string): Promise<Term[]> {
    return manager.find(Term, { where: { accountId }, order: { startsAt: 'ASC' } });
  }

  /** Terms with the payments that their value came from. */
  async tracedTermsOf(manager: EntityManager, accountId: string): Promise<Term[]> {
    const terms = await this.termsOf(manager, accountId);
    const sources = await manager.find(TermSource, {
      where: { termId: In(terms.map(({ id }) => id)) },
      order: { termId: 'ASC', paymentId: 'ASC' },
    });
    for (const term of terms) term.sources = sources.filter(({ termId }) => termId === term.id);
    return terms;
  }

  async saveSources(manager: EntityManager, sources: TermSource[]): Promise<void> {
    if (sources.length > 0) await manager.upsert(TermSource, sources, ['termId', 'paymentId']);
  }

  /** Cents of each payment of the account that were neither given back nor lost in a dispute. */
  async keptOf(manager: EntityManager, accountId: string): Promise<Map<string, number>> {
    const rows: { id: string; cents: string }[] = await manager.query(
      `SELECT id, CASE WHEN jsonb_path_exists(disputes, '$.* ? (@ == "lost")') THEN 0 ELSE amount_cents - refunded_cents END AS cents
       FROM payments WHERE account_id = $1 AND completed_at IS NOT NULL`,
      [accountId],
    );
    return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
  }

  async termByOrigin(manager: EntityManager, origin: string): Promise<Term | null> {
    return manager.findOne(Term, { where: { origin } });
  }

  async termOfPayment(manager: EntityManager, paymentId: string): Promise<Term | null> {
    return manager.findOne(Term, { where: { paymentId } });
  }

  /** Writes changed and new terms. The constraint against overlaps is checked only at the end. */
  async place(manager: EntityManager, added: Term[], changed: Term[]): Promise<void> {
    if (changed.length > 0) await manager.query('SET CONSTRAINTS terms_never_overlap DEFERRED');
    for (const term of changed) await manager.update(Term, { id: term.id }, changeable(term));
    if (added.length > 0) await manager.insert(Term, added);
    if (changed.length > 0) await manager.query('SET CONSTRAINTS terms_never_overlap IMMEDIATE');
  }

  async saveCancelled(manager: EntityManager, accountId: string, cancelledAt: Date | null): Promise<void> {
    await manager.update(Subscription, { accountId }, { cancelledAt });
  }
}

/** All columns that may differ from what was sold. */
function changeable(term: Term): Partial<Term> {
  const { startsAt, endsAt, goneCents, valuedFrom, creditedCents, creditedTo } = term;
  const { isPart, extraSeconds, usedSeconds, endedAt, leftSeconds } = term;
  return {
    startsAt,
    endsAt,
    goneCents,
    valuedFrom,
    creditedCents,
    creditedTo,
    isPart,
    extraSeconds,
    usedSeconds,
    endedAt,
    leftSeconds,
  };
}

/** Whether an insert failed because another term has the same origin. */
export function isOriginTaken(error: unknown): boolean {
  return (
    error instanceof QueryFailedError &&
    (error.driverError as { constraint?: string }).constraint === 'terms_once_per_origin'
  );
}
