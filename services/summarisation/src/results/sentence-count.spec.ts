import { ExtractiveEngine } from '../engines/extractive/extractive.engine.js';
import { OpenAiEngine } from '../engines/openai/openai.engine.js';
import { SummaryEngine, type SummaryOutput } from '../engines/summary-engine.js';
import { captionsOf } from '../transcripts/captions.js';
import type { SummaryLength } from './parameters.rule.js';
import { writtenSummary } from './summary-writer.js';

const SAID = [
  'The canal lock was built in the spring.',
  'Two gates hold the water back.',
  'A keeper closes the gates behind the boats.',
  'The pump lifts water into the basin.',
  'Engineers painted the bridge green.',
  'Farmers send their grain to the harbour.',
  'Children swim in the river below.',
];
const INVENTED = 'The mayor sold the harbour to a bank.';
/** Not in the order of the video, as models write. */
const WRITTEN = [INVENTED, SAID[4], SAID[0], SAID[2], SAID[1], SAID[6], SAID[5], SAID[3]];

const momentOf = (text: string) => Math.max(0, SAID.indexOf(text)) * 10_000;
const byTime = (texts: string[]) => texts.toSorted((a, b) => momentOf(a) - momentOf(b));

class AnyEngine extends SummaryEngine {
  readonly name = 'any';
  readonly version = '1';

  summarise(): Promise<SummaryOutput> {
    const sentences = byTime(WRITTEN).map((text) => ({ startMs: momentOf(text), endMs: momentOf(text) + 5_000, text }));
    return Promise.resolve({ summary: WRITTEN.join(' '), sentences, focusApplied: false });
  }
}

const ask = () =>
  Promise.resolve({
    sentences: WRITTEN.map((text) => ({ text, fromMs: momentOf(text), toMs: momentOf(text) })),
    points: [],
    chapters: [],
    focusFound: false,
  });
const model = new OpenAiEngine(
  { ask, judged: () => undefined, isOnTrial: false },
  { model: 'm', apiKey: '', contextTokens: 1e9, timeoutMs: 60_000, tokensPerSummary: 1e9 },
);

const summaryBy = (engine: SummaryEngine, length: SummaryLength, said = SAID) => {
  const segments = said.map((text, nr) => ({ startMs: nr * 10_000, durationMs: 5_000, text }));
  const order = { ...captionsOf(segments, 'en', false), language: 'en', isGenerated: false, title: '', length };
  return writtenSummary(engine, order, new AbortController().signal);
};

describe.each([
  ['a model', model],
  ['any other engine', new AnyEngine()],
])('a summary of %s that writes too many sentences', (_, engine) => {
  it('has in its short form the first three that the transcript supports, in text, sentences and evidence (SUM-2, SUM-1)', async () => {
    const { summary, sentences, evidence, droppedSentences } = await summaryBy(engine, 'short');
    const first = [SAID[4], SAID[0], SAID[2]];
    expect(summary).toBe(first.join(' '));
    expect(sentences.map(({ text }) => text)).toEqual(byTime(first));
    expect(evidence.sentences).toHaveLength(3);
    // Counts what the transcript does not support, and not what was too much.
    expect(droppedSentences).toBe(1);
  });

  it.each(['auto', 'detail'] as const)('keeps all of them in its form %s (SUM-2)', async (length) => {
    const { summary, sentences } = await summaryBy(engine, length);
    expect(summary).toBe(WRITTEN.slice(1).join(' '));
    expect(sentences.map(({ text }) => text)).toEqual(SAID);
  });
});

describe('a short summary of the extractive engine', () => {
  it.each([2, 3, 7, 70])('has 2 to 3 sentences of a transcript of %s (SUM-2)', async (lines) => {
    const said = Array.from({ length: lines }, (_, nr) =>
      nr < 7 ? SAID[nr] : `Boat ${nr} carries ${nr * 3} barrels.`,
    );
    const { length } = (await summaryBy(new ExtractiveEngine(), 'short', said)).sentences;
    expect([2, 3]).toContain(length);
  });
});
