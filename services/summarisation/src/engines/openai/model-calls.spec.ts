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
/** The blocks of some twenty parts. */
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

/** The production layers on top of a server that is a function. */
function over(complete: (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>) {
  let nowMs = 0;
  const breaker = new Breaker(() => nowMs);
  const free = { inputCents: 0, outputCents: 0, centsPerDay: 0 };
  const money = new MoneyBudget(free, undefined as never, new StandingClock());
  const output = new StructuredOutput(new ModelCalls({ complete }, breaker, money, new ModelMetrics(new Registry())));
  return { breaker, output, later: (ms: number) => (nowMs += ms) };
}

describe('a long video', () => {
  it('closes the breaker when its server is back: the first part is the probe, and the others wait for it', async () => {
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

  it('asks a server that is still down once, and not again before the breaker’s time is over', async () => {
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

describe('the cost of a call', () => {
  const LIMIT_CENTS = 1;
  const request: ModelRequest = {
    system: 'Summarise.',
    user: '🚤 الماء '.repeat(40),
    form: 'text',
    schema: {},
    maxTokens: 100,
  };
  /** The row of one day, as the database keeps it. */
  function day() {
    const row = { micro: 0, most: 0 };
    const spend = {
      take(_: Date, micro: number, limit: number) {
        if (row.micro + micro > limit) return Promise.resolve(false);
        row.micro += micro;
        return Promise.resolve(true);
      },
      correct(_: Date, micro: number) {
        row.micro += micro;
        row.most = Math.max(row.most, row.micro);
        return Promise.resolve();
      },
    };
    const clock = new StandingClock();
    const prices = { inputCents: 1_000, outputCents: 1_000, centsPerDay: LIMIT_CENTS };
    const money = new MoneyBudget(prices, spend as never, clock);
    const over = (complete: (request: ModelRequest) => Promise<ModelAnswer>) =>
      new ModelCalls({ complete }, new Breaker(), money, new ModelMetrics(new Registry()));
    return { row, money, clock, over };
  }
  const bytes = Buffer.byteLength(request.system + request.user);

  it('never exceeds the limit of the day, even in scripts with many tokens per character', async () => {
    const { row, over } = day();
    const model = over(() => Promise.resolve({ text: 'x', use: { input: bytes, output: 100 } }));
    for (let nr = 0; nr < 5; nr += 1) await model.complete(request, calls(), String).catch(() => undefined);
    expect(row.micro).toBeGreaterThan(0);
    expect(row.most).toBeLessThanOrEqual(LIMIT_CENTS * 1_000_000);
  });

  it('is the reported usage when the answer was not a summary', async () => {
    const { row, over } = day();
    const model = over(() => Promise.reject(new ModelFailed('refused', { use: { input: 40, output: 2 } })));
    await model.complete(request, calls(), String).catch(() => undefined);
    expect(row.micro).toBe(42 * 1_000);
  });

  it('is nothing when no connection was made', async () => {
    const { row, over } = day();
    const model = over(() => Promise.reject(new ModelFailed('connection', { isUnsent: true })));
    await model.complete(request, { ...calls(), untilMs: 0 }, String).catch(() => undefined);
    expect(row.micro).toBe(0);
  });

  it.each([
    ['nothing after an error of the provider itself', 503, false],
    ['the most that the call may cost after 504, because the provider may have computed an answer', 504, true],
    ['the same after 408', 408, true],
  ])('is %s', async (_, status, costs) => {
    const { row, over } = day();
    const model = over(() => Promise.reject(new ModelFailed('server_error', { status })));
    await model.complete(request, { ...calls(), untilMs: 0 }, String).catch(() => undefined);
    expect(row.micro > 0).toBe(costs);
  });

  it('does not end the day for smaller calls when it is more than what is left', async () => {
    const { money, clock } = day();
    await money.take({ input: 900, output: 0 });
    await expect(money.take({ input: 900, output: 0 })).rejects.toMatchObject({ code: 'money_spent' });
    expect(money.isSpent).toBe(true);
    clock.pass(61_000);
    expect(money.isSpent).toBe(false);
    await expect(money.take({ input: 50, output: 0 })).resolves.toBeDefined();
    await expect(money.take({ input: 5_000, output: 0 })).rejects.toMatchObject({ code: 'money_spent' });
    expect(money.isSpent).toBe(false);
  });
});
