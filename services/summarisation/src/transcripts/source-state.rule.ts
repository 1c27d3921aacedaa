/** How one look-up ended: `answered` also where YouTube said that a video is closed to us. */
export interface LookUpOutcome {
  atMs: number;
  hasAnswered: boolean;
}

export type SourceState = 'operational' | 'degraded' | 'down' | 'unknown';

/** Older look-ups say nothing of now. */
export const RECENT_MS = 15 * 60_000;
/** A single failure may be the video's or the moment's; so many in a row are the source's. */
const DOWN_AFTER = 3;

/** What the last look-ups, oldest first, say of the source (API-26). Without any it is unknown, never called working. */
export function sourceState(outcomes: readonly LookUpOutcome[], nowMs: number): SourceState {
  const recent = outcomes.filter(({ atMs }) => nowMs - atMs < RECENT_MS);
  if (recent.length === 0) return 'unknown';
  if (recent.every(({ hasAnswered }) => hasAnswered)) return 'operational';
  const last = recent.slice(-DOWN_AFTER);
  const isDown = last.length === DOWN_AFTER && last.every(({ hasAnswered }) => !hasAnswered);
  return isDown ? 'down' : 'degraded';
}
