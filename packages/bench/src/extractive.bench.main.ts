/**
 * How much CPU the extractive engine takes for 60,000 words, the longest video that anyone sends: so long it keeps a
 * thread of the service from other summaries. Exits 1 above the bound.
 */
import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import type { SummaryLength } from '@precis/summarisation/results/parameters.rule';
import { calibrationCpuMs, cpuMsSince, median } from './calibration.js';
import { longTranscript } from './long-transcript.js';

const WORDS = 60_000;
const BOUND_CPU_MS = 150;
const WARM_UPS = 3;
const RUNS = 9;
const LENGTHS: SummaryLength[] = ['short', 'auto', 'detail'];

const punctuated = await longTranscript(WORDS);
const spoken = punctuated.map((segment) => ({ ...segment, text: segment.text.toLowerCase().replace(/[.,?!;:]/g, '') }));
const engine = new ExtractiveEngine();
const signal = new AbortController().signal;
let failed = false;

const calibrationMs = median([calibrationCpuMs(), calibrationCpuMs(), calibrationCpuMs()]);
console.log(`calibration loop: ${calibrationMs.toFixed(0)} ms of CPU`);

for (const [form, segments] of Object.entries({ punctuated, spoken })) {
  const first = process.cpuUsage();
  await engine.summarise({ segments, language: 'en', isGenerated: form === 'spoken', length: 'auto' }, signal);
  const coldMs = cpuMsSince(first);
  for (const length of LENGTHS) {
    const runs: number[] = [];
    for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
      const before = process.cpuUsage();
      await engine.summarise({ segments, language: 'en', isGenerated: form === 'spoken', length }, signal);
      if (run >= WARM_UPS) runs.push(cpuMsSince(before));
    }
    const cpuMs = median(runs);
    failed ||= cpuMs > BOUND_CPU_MS;
    console.log(
      `${WORDS} words, ${form}, ${length}: median ${cpuMs.toFixed(0)} ms of CPU (${Math.min(...runs).toFixed(0)} to ${Math.max(...runs).toFixed(0)}, ` +
        `first call ${coldMs.toFixed(0)}), ratio to calibration ${(cpuMs / calibrationMs).toFixed(2)}, bound ${BOUND_CPU_MS} ms`,
    );
  }
}
process.exitCode = failed ? 1 : 0;
