import {
  CommissionApproved,
  CommissionCompleted,
  CommissionReversed,
} from '@precis/proto/events/referrals/v1/commission';
import type { EntityManager } from 'typeorm';

export interface CommissionRow {
  id: string;
  payment_id: string;
  referrer_id: string;
  status: string;
  amount_cents: number;
  owed_cents: number;
}

/** An announced movement. `commissionId` is the id of the credit. */
export interface News {
  type: 'commission-approved' | 'commission-reversed' | 'commission-completed';
  commissionId: string;
  amountCents: number;
}

const CODECS = {
  'commission-approved': CommissionApproved,
  'commission-reversed': CommissionReversed,
  'commission-completed': CommissionCompleted,
};

/** What was announced to a referrer, oldest first. */
export async function announcedIn(manager: EntityManager, referrerId: string): Promise<News[]> {
  const rows: { type: News['type']; payload: Buffer }[] = await manager.query(
    `SELECT type, payload FROM outbox WHERE key = $1 ORDER BY position`,
    [referrerId],
  );
  return rows.map(({ type, payload }) => {
    const { commissionId, amountCents } = CODECS[type].decode(payload);
    return { type, commissionId, amountCents };
  });
}
