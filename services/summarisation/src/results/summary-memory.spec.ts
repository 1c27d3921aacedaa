import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ExtractiveEngine } from '../engines/extractive/extractive.engine.js';
import { fiveHours } from '../testing/five-hours.js';
import { captionsOf } from '../transcripts/captions.js';
import { writtenSummary } from './summary-writer.js';

const WARM_UPS = 2;
const SUMMARIES = 6;
/** One transcript of five hours is 1 MB of JSON, and its index several: one kept for each summary would show. */
const GROWTH_BYTES = 3e6;

describe('detailed summaries of five hours', () => {
  it('leave no memory behind, one after the other', async () => {
    const segments = fiveHours();
    const summarise = async (nr: number) => {
      // Another transcript each time: a cache by its text would grow.
      const said = segments.map((line) => ({ ...line, text: `${line.text} Part${nr} goes on.` }));
      const order = {
        ...captionsOf(said, 'en', false),
        language: 'en',
        isGenerated: false,
        title: '',
        length: 'detail' as const,
      };
      await writtenSummary(new ExtractiveEngine(), order, new AbortController().signal);
    };
    for (let nr = 0; nr < WARM_UPS; nr += 1) await summarise(nr);
    const before = heapInUse();
    for (let nr = 0; nr < SUMMARIES; nr += 1) await summarise(WARM_UPS + nr);
    expect(heapInUse() - before).toBeLessThan(GROWTH_BYTES);
  });
});

/** After a collection, in bytes. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
