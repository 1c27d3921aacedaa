/** A summary says how long its video is, in whole seconds; 0 = unknown. */

const MAX_INT32 = 2_147_483_647;

/** Sources are not trusted: what is no length is unknown, and what no int32 holds is the largest one. */
export function secondsOf(durationMs: number | undefined): number {
  if (durationMs === undefined || !(durationMs > 0)) return 0;
  return Math.min(MAX_INT32, Math.round(durationMs / 1_000));
}
