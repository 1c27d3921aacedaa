import type { SummaryType } from './api';
import type { SentTranscript } from './own-transcript.rule';

/** The user's own transcript (WEB-48). */
export interface OwnTranscript {
  title: string;
  transcript: SentTranscript;
  /** The hash of the pasted text (`markOf`), which tells one transcript from another. */
  mark: string;
}

/** One request for a summary: what it asks for, and the key under which it is charged only once. */
export interface Attempt {
  key: string;
  url: string;
  type: SummaryType;
  focus: string;
  /** Replaces the captions of a video; `url` may then be empty. */
  own?: OwnTranscript;
  startedAtMs: number;
  /** Whether an earlier call with this key got no final answer. The server may already have made and charged its summary. */
  reusesKey: boolean;
}

/**
 * An attempt as sessionStorage keeps it. Of a transcript it keeps only the title and the mark, because the text may be confidential and
 * larger than the storage.
 */
interface Kept extends Omit<Attempt, 'own'> {
  own?: Pick<OwnTranscript, 'title' | 'mark'>;
  /** The account that asked. No other account in this browser gets its result. */
  accountId: string;
  /** It ended with an error: only the user repeats it, and then with the same key. */
  hasFailed: boolean;
}

/** What the user asks for: the part of an attempt that decides whether it repeats an earlier one. */
export type Wish = Pick<Attempt, 'url' | 'type' | 'focus' | 'own'>;

const KEY = 'playground-attempt';
/** Longer than the slowest summary with all its repeats. A user who returns later does not wait for it; the key stays as long as the tab does. */
const AWAITED_MS = 10 * 60_000;

/** An unanswered attempt from before this page was loaded. It is resumed (WEB-27), unless it had an own transcript, whose text is gone. */
export function unfinishedAttempt(accountId: string, nowMs: number): Attempt | null {
  const kept = read(accountId);
  if (!kept || kept.own) return null;
  const { own: _, ...attempt } = kept;
  return !kept.hasFailed && nowMs - kept.startedAtMs < AWAITED_MS ? { ...attempt, reusesKey: true } : null;
}

/** A new attempt; or the last one with its key, when that asked for the same and never got its answer (QUOTA-11). */
export function beginAttempt(accountId: string, wish: Wish, nowMs: number): Attempt {
  const before = read(accountId);
  const isSame =
    before?.url === wish.url &&
    before.type === wish.type &&
    before.focus === wish.focus &&
    before.own?.mark === wish.own?.mark &&
    before.own?.title === wish.own?.title;
  const key = isSame ? before.key : crypto.randomUUID();
  const attempt = { ...wish, key, startedAtMs: nowMs, reusesKey: isSame };
  const { own } = wish;
  write({ ...attempt, own: own && { title: own.title, mark: own.mark }, accountId, hasFailed: false });
  return attempt;
}

/** The server's answer is final: the next attempt gets a key of its own. */
export function forgetAttempt(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

/** No answer came, or the server failed: the browser cannot know whether it was charged, so the key stays. */
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
    // Without storage a reload starts a new request; repeats on this page still share the key.
  }
}
