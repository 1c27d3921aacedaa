import { createHash } from 'node:crypto';

/**
 * The account's pseudonym in statements, which may be passed on and so do not contain its id. Its owner, who knows the id, can compute the
 * pseudonym (STAT-2).
 */
export function accountPseudonym(accountId: string): string {
  return createHash('sha256').update(`precis-statement-v1\naccount\n${accountId}`).digest('hex').slice(0, 32);
}
