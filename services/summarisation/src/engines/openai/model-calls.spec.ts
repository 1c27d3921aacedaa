import { StandingClock } from '@precis/testing/standing-clock';
import { Registry } from 'prom-client';
import { Breaker } from './breaker.js';
import { readVideo } from './map-reduce.js';
import { ModelCalls, type SummaryCalls } from './model-calls.js';
import type { ModelAnswer, ModelRequest } from './model-client.js';
import { ModelFailed } from './model-failed.js';
import { ModelMetrics } from './model-metrics.js';
import { MoneyBudget } from './money-budget.js';
import { StructuredOutput } from './structured-output.js';
import { blocksOf } from './transcript-blocks.js';

const ANSWER = JSON.stringify({
  sentences: [{ text: 'The mill is old.', from: '0:00', to: '0:10' }],
  points: [],
  chapters: [],
});
/** Of some twenty parts. */
const blocks = blocksOf(
  Array.from({ length: 400 }, (_, nr) => ({
    startMs: nr * 25_000,
    durationMs: 25_000,
    text: `words number ${nr} `.repeat(40),
  })),
);
const reading = { blocks, asked: { length: 'auto' as const, language: 'en' }, contextTokens: 16_000 };
const calls = (): SummaryCalls => ({
  signal: new AbortController().signal,
  untilMs: Infinity,
  tokensLeft: 10_000_000,
});

/** The layers of production over a server that is a function. */
function over(complete: (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>) {
  let nowMs = 0;
  const breaker = new Breaker(() => nowMs);
  const free = { inputCents: 0, outputCents: 0, centsPerDay: 0 };
  const money = new MoneyBudget(free, undefined as never, new StandingClock());
  const output = new StructuredOutput(new ModelCalls({ complete }, breaker, money, new ModelMetrics(new Registry())));
  return { breaker, output, later: (ms: number) => (nowMs += ms) };
}

describe('a long video', () => {
  it('closes the breaker when its server is back: its first part is the probe, and the others wait for it', async () => {
    let isAway = true;
    let asked = 0;
    const { breaker, output, later } = over(async (_, signal) => {
      asked += 1;
      if (isAway) throw new ModelFailed('rejected');
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (signal.aborted) throw new ModelFailed('timed_out');
      return { text: ANSWER };
    });
    while (!breaker.isOpen) await readVideo(reading, output, calls()).catch(() => undefined);
    later(20_000);
    isAway = false;
    asked = 0;
    await expect(readVideo(reading, output, calls())).resolves.toMatchObject({ sentences: [{ fromMs: 0 }] });
    expect(asked).toBeGreaterThan(10);
    expect(breaker.isOpen).toBe(false);
  });

  it('asks a server that is still away once, and not again before the breaker’s time is over', async () => {
    let asked = 0;
    const { breaker, output, later } = over(async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new ModelFailed('rejected');
    });
    while (!breaker.isOpen) await readVideo(reading, output, calls()).catch(() => undefined);
    later(20_000);
    asked = 0;
    for (let nr = 0; nr < 5; nr += 1) await readVideo(reading, output, calls()).catch(() => undefined);
    expect(asked).toBe(1);
    expect(breaker.isOpen).toBe(true);
  });
});
