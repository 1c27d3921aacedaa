import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import type { SummaryLength } from '@precis/summarisation/results/parameters.rule';
import type { TranscriptSegment } from '@precis/summarisation/transcripts/captions';
import { bareTextRank } from '../bare-textrank.js';
import { cpuMsSince, median } from '../calibration.js';
import { longestHoldMs } from '../longest-hold.js';
import { longTranscript } from '../long-transcript.js';
import type { Bar } from '../figures.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';

const WORDS = 60_000;
/** The number of sentences in a summary of length auto of such a video. */
const BARE_SENTENCES = 11;
const MAX_RATIO = 3;
const SIZES = [1_000, 10_000, 60_000, 200_000];
/**
 * The largest ratio of the costs per word between these sizes. Caches and the garbage collector cost something; a quadratic algorithm would cost
 * 200 times as much.
 */
const MAX_SPREAD = 4;
const MAX_HOLD_MS = 20;
const WARM_UPS = { short: 1, full: 5 };
const RUNS = { short: 3, full: 21 };
const LENGTHS: SummaryLength[] = ['short', 'auto', 'detail'];

const engine = new ExtractiveEngine();
const signal = new AbortController().signal;
const summarise = (segments: TranscriptSegment[], length: SummaryLength = 'auto') =>
  engine.summarise({ segments, language: 'en', isGenerated: false, length }, signal);

/**
 * Measures the cost of the extractive engine. At 60,000 words it may take at most 3 times as long as the bare algorithm in the same run. Per word
 * it must cost about the same from 1,000 to 200,000 words, and it must never block for more than 20 ms. In production it runs in worker threads.
 */
export async function summaryExtractive({ size }: Stage): Promise<Findings> {
  const at = size.isShort ? 'short' : 'full';
  const times = { warmUps: WARM_UPS[at], runs: RUNS[at] };
  return { tables: [], bars: [...(await besideBare(times)), await perWord(times), ...(await holds(times.warmUps))] };
}

interface Times {
  warmUps: number;
  runs: number;
}

/** The CPU milliseconds of each of `works`, round by round. They run in turn, so that a busy moment of the machine affects all of them. */
async function cpuOf(works: readonly (() => unknown)[], { warmUps, runs }: Times): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let run = 0; run < warmUps + runs; run += 1) {
    for (const [at, work] of works.entries()) {
      const before = process.cpuUsage();
      await work();
      if (run >= warmUps) times[at].push(cpuMsSince(before));
    }
  }
  return times;
}

function asSpoken(segments: readonly TranscriptSegment[]): TranscriptSegment[] {
  return segments.map((segment) => ({ ...segment, text: segment.text.toLowerCase().replace(/[.,?!;:]/g, '') }));
}

async function besideBare(times: Times): Promise<Bar[]> {
  const bars: Bar[] = [];
  const punctuated = await longTranscript(WORDS);
  for (const [form, segments] of Object.entries({ punctuated, spoken: asSpoken(punctuated) })) {
    const [bareMs, ...engineMs] = await cpuOf(
      [() => bareTextRank(segments, BARE_SENTENCES), ...LENGTHS.map((length) => () => summarise(segments, length))],
      times,
    );
    LENGTHS.forEach((length, at) => {
      // Computed per round, because the machine's speed changes between rounds.
      const ratio = median(engineMs[at].map((ms, round) => ms / bareMs[round]));
      bars.push({
        what: `${WORDS} words, ${form}, ${length}: ${median(engineMs[at]).toFixed(1)} ms of CPU, ${ratio.toFixed(2)} times the bare ${median(bareMs).toFixed(1)} ms (at most ${MAX_RATIO})`,
        isMet: ratio <= MAX_RATIO,
      });
    });
  }
  return bars;
}

async function perWord(times: Times): Promise<Bar> {
  const transcripts = await Promise.all(SIZES.map(longTranscript));
  /**
   * Repeats a short transcript until it has as many words as the long one: a few milliseconds would mostly measure caches and the garbage of the
   * work before.
   */
  const repeats = SIZES.map((size) => Math.ceil(WORDS / size));
  const sizesMs = await cpuOf(
    transcripts.map((segments, at) => async () => {
      for (let time = 0; time < repeats[at]; time += 1) await summarise(segments);
    }),
    times,
  );
  const perWordUs = sizesMs.map((ms, at) => (median(ms) * 1000) / (SIZES[at] * repeats[at]));
  const spread = Math.max(...perWordUs) / Math.min(...perWordUs);
  return {
    what: `microseconds per word: ${perWordUs.map((us, at) => `${us.toFixed(2)} at ${SIZES[at]}`).join(', ')}; spread ${spread.toFixed(2)} (at most ${MAX_SPREAD})`,
    isMet: spread <= MAX_SPREAD,
  };
}

async function holds(runs: number): Promise<Bar[]> {
  const bars: Bar[] = [];
  for (const size of SIZES) {
    const segments = await longTranscript(size);
    const heldMs: number[] = [];
    for (let run = 0; run < runs; run += 1) heldMs.push(await longestHoldMs(() => summarise(segments)));
    bars.push({
      what: `${size} words held the loop for ${Math.min(...heldMs).toFixed(1)} ms in the calmest of ${runs} runs, ${Math.max(...heldMs).toFixed(1)} ms in the worst (calmest at most ${MAX_HOLD_MS})`,
      isMet: Math.min(...heldMs) <= MAX_HOLD_MS,
    });
  }
  return bars;
}
