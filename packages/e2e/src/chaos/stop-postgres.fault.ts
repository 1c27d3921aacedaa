import type { Fault } from './fault.js';

const RECOVERY_MS = 15_000;

/** `pg_ctl stop -m immediate`: every database at once, transactions cut in the middle, commits whose answer is lost. */
export function stopPostgres(holdMs: number): Fault {
  return {
    needs: 'a reserved call and an unpublished event',
    strikes: ({ reserved, unpublished }) => reserved > 0 && unpublished > 0,
    holdMs,
    recoveryMs: RECOVERY_MS,
    inject: ({ precis }) => precis.postgres.stopImmediately(),
    heal: ({ precis }) => precis.postgres.restart(),
  };
}
