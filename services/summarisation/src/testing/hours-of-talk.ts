import type { TranscriptSegment } from '../transcripts/captions.js';

/** Speech of invented words, of which a few hundred are frequent, with a new subject every 20 minutes. */
export function hoursOfTalk(count: number, words: number): TranscriptSegment[] {
  let seed = 42;
  const next = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const syllables = 'ba ke li mo nu ra se ti vo zu pla dro'.split(' ');
  const word = (id: number) =>
    syllables[id % 12] + syllables[Math.floor(id / 12) % 12] + syllables[Math.floor(id / 144)];
  const lines = words / 12;
  return Array.from({ length: lines }, (_, at) => {
    const startMs = Math.floor((at / lines) * count * 3_600_000);
    const subject = Math.floor(startMs / 1_200_000);
    const said = Array.from({ length: 12 }, (__, place) =>
      place % 3 === 0
        ? 'the'
        : word(place % 3 === 1 ? Math.min(next(1_700), next(1_700)) : (subject * 67 + next(30)) % 1_700),
    );
    return { startMs, durationMs: 4_000, text: `${said.join(' ')}.` };
  });
}
