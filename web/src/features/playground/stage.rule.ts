export const STAGES = ['captions', 'reading', 'writing'] as const;
export type Stage = (typeof STAGES)[number];

/** Milliseconds that reading takes at least, and more for each second of the video. */
const READING_MS = 1_200;
const READING_MS_PER_SECOND = 1;
const LONGEST_READING_MS = 12_000;
/** From here on the captions are surely there, even when nobody could say so. */
const CAPTIONS_AT_MOST_MS = 6_000;

/**
 * Which stage is shown while a summary is made (WEB-27). The server does not say, until summaries stream: captions end when the video's own data
 * came, reading is worked out from its length.
 */
export function stageAt(elapsedMs: number, known: { atMs: number; durationSeconds: number | null } | null): Stage {
  if (known === null && elapsedMs < CAPTIONS_AT_MOST_MS) return 'captions';
  const since = elapsedMs - (known?.atMs ?? CAPTIONS_AT_MOST_MS);
  const reading = READING_MS + READING_MS_PER_SECOND * (known?.durationSeconds ?? 0);
  return since < Math.min(reading, LONGEST_READING_MS) ? 'reading' : 'writing';
}
