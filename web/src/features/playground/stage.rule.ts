/** The stages of a summary in progress, in their order. */
export const STAGES = ['captions', 'reading', 'writing'] as const;
export type Stage = (typeof STAGES)[number];

/** The estimated time of reading is `READING_MS`, plus `READING_MS_PER_SECOND` for each second of the video, at most `LONGEST_READING_MS`. */
const READING_MS = 1_200;
const READING_MS_PER_SECOND = 1;
const LONGEST_READING_MS = 12_000;
/** From this time on the captions have surely been read, even without a report. */
const CAPTIONS_AT_MOST_MS = 6_000;

/**
 * The stage that is shown while a summary is made (WEB-27). The server reports when it writes; before that it reads, which includes the captions.
 * Without a report, the time of reading is estimated from the video's length. The captions stage ends when the data of the video has arrived.
 * `known`: that data, and the elapsed milliseconds at its arrival; null until then. `said`: the last stage that the server reported.
 */
export function stageAt(
  elapsedMs: number,
  known: { atMs: number; durationSeconds: number | null } | null,
  said: 'reading' | 'writing' | null = null,
): Stage {
  if (said === 'writing') return 'writing';
  if (known === null && elapsedMs < CAPTIONS_AT_MOST_MS) return 'captions';
  if (said === 'reading') return 'reading';
  const since = elapsedMs - (known?.atMs ?? CAPTIONS_AT_MOST_MS);
  const reading = READING_MS + READING_MS_PER_SECOND * (known?.durationSeconds ?? 0);
  return since < Math.min(reading, LONGEST_READING_MS) ? 'reading' : 'writing';
}
