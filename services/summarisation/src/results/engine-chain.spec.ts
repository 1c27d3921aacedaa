import { Bulkhead } from '@precis/runtime/bulkhead';
import { ExtractiveEngine } from '../engines/extractive/extractive.engine.js';
import { overloaded } from '../work/work.errors.js';
import { EngineChain } from './engine-chain.js';
import { LoopWriter } from './summary-writer.js';

const places = () => new Bulkhead({ atOnce: 4, waiting: 4, refusal: overloaded });
const writer = new LoopWriter(new ExtractiveEngine());

describe('the engines of a deployment', () => {
  it.each([30_000, 20_000.25, 10_000.5, 8_000.999])(
    'each get a turn, even when the callers leave in %d ms, before the first engine would give up',
    async (leftMs) => {
      const fellBack: string[] = [];
      const chain = new EngineChain(
        [
          { writer, places: places(), timeoutMs: 48_000 },
          { writer, places: places() },
        ],
        { fellBack: (_, why) => void fellBack.push(why) },
        { warn: () => undefined },
      );
      const { signal } = new AbortController();
      const within = { signal, untilMs: performance.now() + leftMs, isTranslation: false };
      const turn = await chain.run('account', within, ({ isFallBack }) => Promise.resolve({ isFallBack }));
      expect([turn, fellBack]).toEqual([{ isFallBack: false }, []]);
    },
  );
});
