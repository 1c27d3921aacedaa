import type { SummaryType } from './api';

/** One wish for a summary: what is asked for, and the key under which it is charged only once. */
export interface Attempt {
  key: string;
  url: string;
  type: SummaryType;
  focus: string;
  startedAtMs: number;
  /** Asked for before under this key without an answer: a summary may have been made, and paid, already. */
  isAgain: boolean;
}

interface Kept extends Attempt {
  /** Of the account that asked; nobody else of this browser gets its result. */
  accountId: string;
  /** It ended with an error: asked for again only by the user, then with the same key. */
  hasFailed: boolean;
}

const KEY = 'playground-attempt';
/** Longer than the slowest summary with all its repeats: who comes back later waits for nothing. The key stays, as long as the tab does. */
const AWAITED_MS = 10 * 60_000;

/** An attempt whose answer has not come, from before this page was loaded: it is resumed (WEB-27). */
export function unfinishedAttempt(accountId: string, nowMs: number): Attempt | null {
  const kept = read(accountId);
  return kept && !kept.hasFailed && nowMs - kept.startedAtMs < AWAITED_MS ? { ...kept, isAgain: true } : null;
}

/** A new attempt, or, when the last one asked for the same and never got its answer, that one with its key (QUOTA-11). */
export function beginAttempt(accountId: string, wish: Pick<Attempt, 'url' | 'type' | 'focus'>, nowMs: number): Attempt {
  const before = read(accountId);
  const isSame = before?.url === wish.url && before.type === wish.type && before.focus === wish.focus;
  const key = isSame ? before.key : crypto.randomUUID();
  const attempt = { ...wish, key, startedAtMs: nowMs, isAgain: isSame };
  write({ ...attempt, accountId, hasFailed: false });
  return attempt;
}

/** The server has answered for good: the next attempt has a key of its own. */
export function forgetAttempt(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

/** No answer came, or the server failed: whether it was paid is not known here, so the key stays. */
export function markFailed(accountId: string): void {
  const kept = read(accountId);
  if (kept) write({ ...kept, hasFailed: true });
}

function read(accountId: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.accountId === accountId ? kept : null;
  } catch {
    return null;
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage a reload asks anew; repeats of this page still share the key.
  }
}
