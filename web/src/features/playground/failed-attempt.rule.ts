/** What the user can do about a failed summary; the card below the form says it (WEB-43). */
export type Advice =
  | 'captions'
  | 'video'
  | 'later'
  | 'connection'
  | 'atWork'
  | 'quota'
  | 'address'
  | 'transcript'
  | 'again';

/** Codes of the gateway that need other advice than their status. */
const BY_CODE: Record<string, Advice> = {
  transcript_disabled: 'captions',
  transcript_empty: 'captions',
  transcript_invalid: 'transcript',
  transcript_too_long: 'transcript',
  language_unavailable: 'again',
  quota_exceeded: 'quota',
  idempotency_key_in_use: 'atWork',
};

/** Server failures that come before any charge. */
const BEFORE_THE_CHARGE = new Set(['source_blocked', 'source_unavailable', 'busy', 'usage_behind']);

interface Failure {
  /** HTTP status; 0 when the server was not reached. */
  status: number;
  code?: string;
}

/** The advice for a failure: by its code where that says more than the status, otherwise by the status (WEB-43). */
export function adviceOn({ status, code }: Failure): Advice {
  const named = code === undefined ? undefined : BY_CODE[code];
  if (named) return named;
  if (status === 0) return 'connection';
  if (status === 404) return 'video';
  if (status === 400 || status === 422) return 'address';
  return status === 429 || status >= 500 ? 'later' : 'again';
}

/**
 * Whether it is certain that nothing was charged: the server decided about this very call, or refused it before its work began, and no answer of an
 * earlier attempt was lost. A failed call costs nothing (QUOTA-2). For a lost call the browser cannot know.
 */
export function costNothing(
  { status, code }: Failure,
  { isFinal, mayHaveBeenMade }: { isFinal: boolean; mayHaveBeenMade: boolean },
): boolean {
  if (isFinal) return true;
  if (mayHaveBeenMade) return false;
  return (status >= 400 && status < 500) || (code !== undefined && BEFORE_THE_CHARGE.has(code));
}
