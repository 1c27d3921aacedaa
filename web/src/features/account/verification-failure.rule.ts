import type { CallFailure } from '../../lib/call-gateway';

/**
 * The meaning of a failed verification for its link. `session`: the link changes an account's e-mail and works only while that account is logged
 * in; the link is not used up (ACC-26). `taken`: another account has the address. `away`: nothing was decided, and another attempt may succeed.
 * `invalid`: a new link is needed (WEB-35).
 */
export function verificationFailure(error: unknown): 'session' | 'taken' | 'away' | 'invalid' {
  const { status = 0, code } = (error ?? {}) as Partial<CallFailure>;
  if (code === 'session_required_for_link') return 'session';
  if (status === 409) return 'taken';
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'away' : 'invalid';
}
