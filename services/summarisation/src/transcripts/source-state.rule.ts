/** How one look-up ended. `hasAnswered` is also true when YouTube answered that the video is not available to us. */
export interface LookUpOutcome {
  atMs: number;
  hasAnswered: boolean;
}

export type SourceState = 'operational' | 'degraded' | 'down' | 'unknown';

/** Older look-ups say nothing about the present. */
export const RECENT_MS = 15 * 60_000;
/** A single failure may be due to the video or the moment; this many in a row are due to the source. */
const DOWN_AFTER = 3;

/** The state of the source by the last look-ups, oldest first (API-26). Without any it is unknown, and never reported as working. */
export function sourceState(outcomes: readonly LookUpOutcome[], nowMs: number): SourceState {
  const recent = outcomes.filter(({ atMs }) => nowMs - atMs < RECENT_MS);
  if (recent.length === 0) return 'unknown';
  if (recent.every(({ hasAnswered }) => hasAnswered)) return 'operational';
  const last = recent.slice(-DOWN_AFTER);
  const isDown = last.length === DOWN_AFTER && last.every(({ hasAnswered }) => !hasAnswered);
  return isDown ? 'down' : 'degraded';
}
