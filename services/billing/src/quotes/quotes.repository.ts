import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Quote } from './quote.entity.js';

/** A wish, at the prices of one catalogue version. */
type Wished = Pick<Quote, 'accountId' | 'plan' | 'duration' | 'method' | 'catalogueVersion'>;

/** All SQL of quotes. */
@Injectable()
export class QuotesRepository {
  async find(manager: EntityManager, id: string): Promise<Quote | null> {
    return manager.findOneBy(Quote, { id });
  }

  async insert(manager: EntityManager, quote: Quote): Promise<void> {
    await manager.insert(Quote, quote as never);
  }

  /**
   * Finds the newest quote for a wish that is valid at `now` and has bought no term. Ids grow with time, so that two of one millisecond have an
   * order.
   */
  async newestOpen(manager: EntityManager, wished: Wished, now: Date): Promise<Quote | null> {
    const { accountId, plan, duration, method, catalogueVersion } = wished;
    return manager
      .createQueryBuilder(Quote, 'quote')
      .where('quote.account_id = :accountId AND quote.plan = :plan AND quote.duration = :duration', {
        accountId,
        plan,
        duration,
      })
      .andWhere('quote.method = :method AND quote.catalogue_version = :catalogueVersion', {
        method,
        catalogueVersion,
      })
      .andWhere('quote.expires_at > :now', { now })
      .andWhere(
        'NOT EXISTS (SELECT 1 FROM terms WHERE terms.account_id = quote.account_id AND terms.quote_id = quote.id)',
      )
      .orderBy('quote.created_at', 'DESC')
      .addOrderBy('quote.id', 'DESC')
      .getOne();
  }

  async markTaken(manager: EntityManager, id: string, now: Date): Promise<void> {
    await manager.query('UPDATE quotes SET taken_at = $2 WHERE id = $1 AND taken_at IS NULL', [id, now]);
  }

  /** Deletes the account's other unused quotes, except the newest `count`. */
  async keepNewest(manager: EntityManager, { id, accountId }: Quote, count: number): Promise<void> {
    await manager.query(
      `DELETE FROM quotes WHERE id IN (
         SELECT id FROM quotes WHERE account_id = $1 AND id <> $2 AND taken_at IS NULL ORDER BY created_at DESC, id OFFSET $3)`,
      [accountId, id, count],
    );
  }

  /** Deletes all unused quotes of an account. One that a checkout uses at this moment is kept. */
  async forgetOf(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('DELETE FROM quotes WHERE account_id = $1 AND taken_at IS NULL', [accountId]);
  }

  /** Deletes those of the quotes that no other payment and no term uses. */
  async forgetUnpaid(manager: EntityManager, ids: string[]): Promise<void> {
    await manager.query(
      `DELETE FROM quotes q WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM payments WHERE quote_id = q.id)
         AND NOT EXISTS (SELECT FROM terms WHERE account_id = q.account_id AND quote_id = q.id)`,
      [ids],
    );
  }

  /** Deletes unused quotes that expired before that time, and returns how many. A checkout that uses one at this moment waits or misses it. */
  async forgetExpired(manager: EntityManager, before: Date, limit: number): Promise<number> {
    const [, count]: [unknown, number] = await manager.query(
      `DELETE FROM quotes WHERE id IN (
         SELECT id FROM quotes WHERE taken_at IS NULL AND expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [before, limit],
    );
    return count;
  }
}
