import type { OperatorContext } from './operator-command.js';
import { NotNoted, persistently } from './unclear-end.js';

/** What auth is asked to write down besides what it does itself: what is about to be done, and of a grant that it was. */
export type NotedKind =
  'term-grant' | 'term-granted' | 'payment-refund' | 'events-replay' | 'events-skip' | 'events-rewind';

/** With the reason, which has 100 at most, below the 200 that auth takes. */
const LONGEST_DETAIL = 96;

/**
 * Writes into the audit log who is about to do what, and why; call it before the act. So there is no act without its note, while a note
 * may stand for an act that was then refused or cut off (OPS-10). A lost answer is asked again, and may leave the note twice.
 */
export async function noted(
  { operator, services }: OperatorContext,
  kind: NotedKind,
  detail: string,
  accountId = '',
): Promise<void> {
  const { auth } = services();
  const reason = `${operator.reason} [${detail.slice(0, LONGEST_DETAIL)}]`;
  try {
    await persistently(() => auth.noteOperatorAction({ accountId, kind, operator: { ...operator, reason } }));
  } catch (error) {
    throw new NotNoted(error);
  }
}
