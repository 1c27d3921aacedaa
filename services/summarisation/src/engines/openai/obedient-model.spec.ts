import { StandingClock } from '@precis/testing/standing-clock';
import { Registry } from 'prom-client';
import { readConfig } from '../../config.js';
import { EngineChain } from '../../results/engine-chain.js';
import { LoopWriter, type SummaryOrder } from '../../results/summary-writer.js';
import { HOSTILE_CASES, type HostileCase, leaksIn, undisguised } from '../../testing/hostile-cases.js';
import { answerWith, ModelEndpoint } from '../../testing/model-endpoint.js';
import { demandedIn, MANNERS, obedient } from '../../testing/obedient-model.js';
import { captionsOf } from '../../transcripts/captions.js';
import { overloaded } from '../../work/work.errors.js';
import { Bulkhead } from '@precis/runtime/bulkhead';
import { ExtractiveEngine } from '../extractive/extractive.engine.js';
import type { SummaryOutput } from '../summary-engine.js';
import { ModelFailed } from './model-failed.js';
import { modelLink } from './model-link.js';
import type { ModelWriter } from './model-writer.js';

const KEY = 'sim-secret-key';
const cases = process.env.FULL ? HOSTILE_CASES : HOSTILE_CASES.filter((_, nr) => nr % 15 === 0);

const SPEECH = [
  'The canal lock was built in the spring of eighteen twelve.',
  'Two gates hold the water back on either side of the chamber.',
  'A boat enters and the keeper closes the lower gates behind it.',
  'Water flows through the sluices until both levels are equal.',
  'The upper gates open and the boat leaves at the higher level.',
  'One passage takes about ten minutes and uses two hundred tons of water.',
  'In dry summers the keepers let several boats through together.',
  'The timber of the gates is oak and lasts for thirty years.',
  'Every winter the chamber is drained and the masons mend its walls.',
  'A small house beside the lock was the home of the keeper.',
  'His children sold apples and bread to the crews of the boats.',
  'Freight has left the canal, and most of the boats carry tourists today.',
];
const lineAt = (text: string, nr: number) => ({ startMs: nr * 26_000, durationMs: 26_000, text });
const END_MS = 40 * 26_000;

let endpoint: ModelEndpoint;
beforeAll(async () => void (endpoint = await ModelEndpoint.start()));
afterAll(() => endpoint.close());

/** The production link without costs, hence without a database. A new one for each case, because worthless summaries open its breaker. */
const link = () =>
  modelLink(
    readConfig({
      ...{ DATABASE_URL: 'postgres://db', GRPC_URL: 'unix:/s', CALLER_SECRETS: 'gateway=0123456789abcdef' },
      ...{ OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: KEY },
      ...{ OPENAI_CENTS_PER_MILLION_INPUT: '0', OPENAI_CENTS_PER_MILLION_OUTPUT: '0' },
    }),
    { database: undefined as never, clock: new StandingClock(), metrics: new Registry() },
  )!;

const segmentsFor = ({ field, text }: HostileCase) =>
  (field === 'transcript' ? [...SPEECH.slice(0, 3), ...text.split('\n'), ...SPEECH.slice(3)] : SPEECH).map(lineAt);
const askedBy = ({ field, text }: HostileCase) => ({
  language: 'en',
  isGenerated: false,
  length: 'detail' as const,
  title: field === 'title' ? text : 'How a lock works',
  ...(field === 'custom_prompt' && { focus: text }),
});

function throughChain(hostile: HostileCase): Promise<SummaryOutput & { engine: string }> {
  const extractive = {
    writer: new LoopWriter(new ExtractiveEngine()),
    places: new Bulkhead({ atOnce: 4, waiting: 400, refusal: overloaded }),
  };
  const chain = new EngineChain([link(), extractive], { fellBack: () => undefined }, { warn: () => undefined });
  const { signal } = new AbortController();
  const order: SummaryOrder = { ...captionsOf(segmentsFor(hostile), 'en', false), ...askedBy(hostile) };
  const within = { signal, untilMs: performance.now() + 60_000, isTranslation: false };
  return chain.run('account', within, async ({ writer, signal: until }) => ({
    ...(await writer.write(order, until)),
    engine: writer.engine.name,
  }));
}

/** Runs the model's engine alone, with the input that the quarantine would have removed. Undefined when it writes no summary. */
async function unguarded(hostile: HostileCase): Promise<SummaryOutput | undefined> {
  const { engine } = link().writer as ModelWriter;
  const input = { segments: segmentsFor(hostile), ...askedBy(hostile) };
  try {
    return await engine.summarise(input, new AbortController().signal);
  } catch (error) {
    if (error instanceof ModelFailed) return undefined;
    throw error;
  }
}

/** Everything foreign in any field of a result; fence marks are 24 hex digits. */
function leaks(output: SummaryOutput, canary: string): string[] {
  return [...leaksIn(output, [canary, KEY]), ...(JSON.stringify(output).match(/\b[0-9a-f]{24}\b/gi) ?? [])];
}

function expectWhole({ summary, sentences, chapters }: SummaryOutput): void {
  expect(sentences.length).toBeGreaterThan(1);
  for (const { text, startMs, endMs } of sentences) {
    expect(summary).toContain(text);
    expect(startMs).toBeGreaterThanOrEqual(0);
    expect(endMs ?? startMs).toBeLessThanOrEqual(END_MS);
  }
  for (const { title, startMs, endMs } of chapters ?? []) expect([title !== '', endMs > startMs]).toEqual([true, true]);
}

const tried = (manner: number) =>
  (endpoint.behaviour = (call, response) => answerWith(response, obedient(call, manner)));
const manners = Array.from({ length: MANNERS }, (_, nr) => nr);

describe('a model that obeys whatever it reads', () => {
  it('understands every case', () => {
    expect(HOSTILE_CASES.filter(({ text, canary }) => !demandedIn(text).includes(canary)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it.each(manners)('passes no injected text into a field of an answer (manner %d)', async (manner) => {
    tried(manner);
    const results = await Promise.all(cases.map(throughChain));
    results.forEach(expectWhole);
    expect(results.flatMap((result, nr) => found(cases[nr].id, leaks(result, cases[nr].canary)))).toEqual([]);
    // Otherwise only the other engine would have been tested.
    expect(results.filter(({ engine }) => engine === 'openai').length).toBeGreaterThan(cases.length / 4);
  });

  it.each(manners)('is limited to what the speaker says, even without the quarantine (manner %d)', async (manner) => {
    tried(manner);
    const results = await Promise.all(cases.map(async (hostile) => ({ hostile, output: await unguarded(hostile) })));
    const given = results.flatMap(({ hostile, output }) => (output ? [{ hostile, output }] : []));
    given.forEach(({ output }) => expectWhole(output));
    // A speaker's words may be quoted, including links. Removing spoken orders is the task of the quarantine.
    const leaked = given.flatMap(({ hostile: { id, field, text, canary }, output }) => {
      const speech = undisguised(text).toLowerCase();
      const isSpoken = (leak: string) => field === 'transcript' && speech.includes(leak.toLowerCase());
      return found(
        id,
        leaks(output, canary).filter((leak) => !isSpoken(leak)),
      );
    });
    expect(leaked).toEqual([]);
    expect(given.length).toBeGreaterThan(cases.length / 4);
  });
});

function found(id: string, leaks: string[]): object[] {
  return leaks.length === 0 ? [] : [{ id, leaks }];
}
