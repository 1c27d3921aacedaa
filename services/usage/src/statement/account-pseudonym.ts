import { createHash } from 'node:crypto';

/**
 * What statements call an account: they may be handed on, so they do not say its id. Who knows the id, as its owner does, can compute it
 * (STAT-2).
 */
export function accountPseudonym(accountId: string): string {
  return createHash('sha256').update(`precis-statement-v1\naccount\n${accountId}`).digest('hex').slice(0, 32);
}
