/**
 * A transcript is valid for 24 hours, and a definitive refusal for 10 minutes (VID-12). Outcomes that may differ at the next attempt (blocked,
 * unavailable, another region) are never stored.
 */

const TRANSCRIPT_MS = 24 * 3_600_000;
const REFUSAL_MS = 10 * 60_000;
/** The next attempt may use a proxy in a country where the video plays. */
const NOT_DEFINITIVE = new Set(['geo_blocked']);

/** Until when a transcript that is fetched now is valid. */
export function transcriptExpiry(now: Date): Date {
  return new Date(now.getTime() + TRANSCRIPT_MS);
}

/**
 * Captions are often added hours after the video, so an empty list is valid no longer than a refusal. The same applies to the data of a running
 * stream: its length and final captions exist only after its end. null = ask again each time.
 */
export function infoExpiry(now: Date, { tracks, refusal }: { tracks: number; refusal?: string }): Date | null {
  if (refusal !== undefined && NOT_DEFINITIVE.has(refusal)) return null;
  return new Date(now.getTime() + (tracks > 0 && refusal === undefined ? TRANSCRIPT_MS : REFUSAL_MS));
}

/** Until when a failure of this kind and code is reused for other callers; null = ask again each time. */
export function refusalExpiry(now: Date, kind: string, code: string): Date | null {
  return kind === 'not_found' && !NOT_DEFINITIVE.has(code) ? new Date(now.getTime() + REFUSAL_MS) : null;
}
