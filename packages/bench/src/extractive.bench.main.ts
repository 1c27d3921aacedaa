/**
 * What the extractive engine costs: at 60,000 words at most 3 times the bare algorithm in the same run, per word much the same from 1,000 to
 * 200,000 words, and between two breaths never more than 20 ms. Exits 1 when one is missed. In production it runs in worker threads.
 */
import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import type { SummaryLength } from '@precis/summarisation/results/parameters.rule';
import type { TranscriptSegment } from '@precis/summarisation/transcripts/captions';
import { bareTextRank } from './bare-textrank.js';
import { cpuMsSince, median } from './calibration.js';
import { longestHoldMs } from './longest-hold.js';
import { longTranscript } from './long-transcript.js';

const WORDS = 60_000;
/** As many sentences as the summary of length auto of so long a video shows. */
const BARE_SENTENCES = 11;
const MAX_RATIO = 3;
const SIZES = [1_000, 10_000, 60_000, 200_000];
/** Between the dearest and the cheapest word of these sizes: caches and the collector cost something, a square would cost 200 times. */
const MAX_SPREAD = 4;
const MAX_HOLD_MS = 20;
const WARM_UPS = 5;
const RUNS = 21;
const LENGTHS: SummaryLength[] = ['short', 'auto', 'detail'];

const engine = new ExtractiveEngine();
const signal = new AbortController().signal;
const summarise = (segments: TranscriptSegment[], length: SummaryLength = 'auto') =>
  engine.summarise({ segments, language: 'en', isGenerated: false, length }, signal);

let failed = false;
function report(what: string, isMet: boolean): void {
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}`);
  failed ||= !isMet;
}

/** The CPU of each of `works`, round by round: they are run in turn, so that a busy moment of the machine meets all of them. */
async function cpuOf(works: readonly (() => unknown)[], runs = RUNS): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let run = 0; run < WARM_UPS + runs; run += 1) {
    for (const [at, work] of works.entries()) {
      const before = process.cpuUsage();
      await work();
      if (run >= WARM_UPS) times[at].push(cpuMsSince(before));
    }
  }
  return times;
}

function asSpoken(segments: readonly TranscriptSegment[]): TranscriptSegment[] {
  return segments.map((segment) => ({ ...segment, text: segment.text.toLowerCase().replace(/[.,?!;:]/g, '') }));
}

const punctuated = await longTranscript(WORDS);
for (const [form, segments] of Object.entries({ punctuated, spoken: asSpoken(punctuated) })) {
  const [bareMs, ...engineMs] = await cpuOf([
    () => bareTextRank(segments, BARE_SENTENCES),
    ...LENGTHS.map((length) => () => summarise(segments, length)),
  ]);
  LENGTHS.forEach((length, at) => {
    // Of each round by itself: the machine's pace changes from one to the next.
    const ratio = median(engineMs[at].map((ms, round) => ms / bareMs[round]));
    report(
      `${WORDS} words, ${form}, ${length}: ${median(engineMs[at]).toFixed(1)} ms of CPU, ${ratio.toFixed(2)} times the bare ${median(bareMs).toFixed(1)} ms (at most ${MAX_RATIO})`,
      ratio <= MAX_RATIO,
    );
  });
}

const transcripts = await Promise.all(SIZES.map(longTranscript));
/** A short one as often as makes the words of the long one: a few milliseconds alone would tell of caches and the collector of the work before. */
const times = SIZES.map((size) => Math.ceil(WORDS / size));
const sizesMs = await cpuOf(
  transcripts.map((segments, at) => async () => {
    for (let time = 0; time < times[at]; time += 1) await summarise(segments);
  }),
);
const perWord = sizesMs.map((ms, at) => (median(ms) * 1000) / (SIZES[at] * times[at]));
const spread = Math.max(...perWord) / Math.min(...perWord);
report(
  `microseconds per word: ${perWord.map((us, at) => `${us.toFixed(2)} at ${SIZES[at]}`).join(', ')}; spread ${spread.toFixed(2)} (at most ${MAX_SPREAD})`,
  spread <= MAX_SPREAD,
);

for (const [at, segments] of transcripts.entries()) {
  const holds: number[] = [];
  for (let run = 0; run < WARM_UPS; run += 1) holds.push(await longestHoldMs(() => summarise(segments)));
  report(
    `${SIZES[at]} words held the loop for ${Math.min(...holds).toFixed(1)} ms in the calmest of ${WARM_UPS} runs, ${Math.max(...holds).toFixed(1)} ms in the worst (calmest at most ${MAX_HOLD_MS})`,
    Math.min(...holds) <= MAX_HOLD_MS,
  );
}
process.exitCode = failed ? 1 : 0;
