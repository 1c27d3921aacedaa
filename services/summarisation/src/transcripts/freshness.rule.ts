/**
 * A transcript is believed for 24 hours, and a definite refusal for 10 minutes (VID-12). What may differ at the next try (blocked,
 * unavailable, another region) is never remembered.
 */

const TRANSCRIPT_MS = 24 * 3_600_000;
const REFUSAL_MS = 10 * 60_000;
/** Another proxy may stand in a country where the video plays. */
const NOT_DEFINITIVE = new Set(['geo_blocked']);

export function transcriptExpiry(now: Date): Date {
  return new Date(now.getTime() + TRANSCRIPT_MS);
}

/**
 * Captions are often added hours after the video: an empty list is believed no longer than a refusal. Nor is what a stream tells of itself
 * while it runs, captions and all: its length and its final captions come with its end. null = ask again each time.
 */
export function infoExpiry(now: Date, { tracks, refusal }: { tracks: number; refusal?: string }): Date | null {
  if (refusal !== undefined && NOT_DEFINITIVE.has(refusal)) return null;
  return new Date(now.getTime() + (tracks > 0 && refusal === undefined ? TRANSCRIPT_MS : REFUSAL_MS));
}

/** Until when a failure of this kind and code stands for the next caller too; null = ask again each time. */
export function refusalExpiry(now: Date, kind: string, code: string): Date | null {
  return kind === 'not_found' && !NOT_DEFINITIVE.has(code) ? new Date(now.getTime() + REFUSAL_MS) : null;
}
