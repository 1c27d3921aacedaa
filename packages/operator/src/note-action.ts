import type { OperatorContext } from './operator-command.js';
import { NotNoted, persistently } from './unclear-end.js';

/** Actions that auth records in addition to its own: one before each action, and one after a completed grant. */
export type NotedKind =
  | 'term-grant'
  | 'term-granted'
  | 'payment-refund'
  | 'events-replay'
  | 'events-skip'
  | 'events-rewind';

/** Together with the reason, which has at most 100 characters, it stays below auth's limit of 200. */
const LONGEST_DETAIL = 96;

/**
 * Records in the audit log who is about to do what, and why. Call it before the action. So there is no action without a note, but a note may belong
 * to an action that was then refused or interrupted (OPS-10). When the answer is lost the call is repeated, which may write the note twice.
 */
export async function noteAction(
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
