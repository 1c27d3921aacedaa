import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderKey } from './order-key.rule.js';

/** All SQL of the Idempotency-Keys of orders. */
@Injectable()
export class OrderKeysRepository {
  /** The key, if the account has used it. Like every order, this locks the account until the end of the transaction. */
  async lock(manager: EntityManager, accountId: string, keyHash: string): Promise<OrderKey | undefined> {
    await manager.query('SELECT FROM subscriptions WHERE account_id = $1 FOR UPDATE', [accountId]);
    const rows: OrderKey[] = await manager.query(
      `SELECT order_hash AS "orderHash", payment_id AS "paymentId", begun_at AS "begunAt", answered_at AS "answeredAt"
       FROM order_keys WHERE account_id = $1 AND key_hash = $2`,
      [accountId, keyHash],
    );
    return rows[0];
  }

  /** Replaces an earlier binding of the key. */
  async keep(manager: EntityManager, accountId: string, keyHash: string, key: OrderKey): Promise<void> {
    await manager.query(
      `INSERT INTO order_keys (account_id, key_hash, order_hash, payment_id, begun_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (account_id, key_hash) DO UPDATE SET order_hash = excluded.order_hash, payment_id = excluded.payment_id,
         begun_at = excluded.begun_at, answered_at = NULL`,
      [accountId, keyHash, key.orderHash, key.paymentId, key.begunAt],
    );
  }

  async noteAnswered(manager: EntityManager, accountId: string, keyHash: string, now: Date): Promise<void> {
    await manager.query('UPDATE order_keys SET answered_at = $3 WHERE account_id = $1 AND key_hash = $2', [
      accountId,
      keyHash,
      now,
    ]);
  }

  /** Deletes at most `limit` keys that were bound at this moment or before; returns how many. */
  async forgetUpTo(manager: EntityManager, moment: Date, limit: number): Promise<number> {
    const [, gone] = await manager.query(
      `DELETE FROM order_keys WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM order_keys WHERE begun_at <= $1 ORDER BY begun_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [moment, limit],
    );
    return gone as number;
  }

  async forgetOf(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('DELETE FROM order_keys WHERE account_id = $1', [accountId]);
  }
}
