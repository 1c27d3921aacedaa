import { countTurns } from '@precis/testing/counted-turns';
import { captionsOf } from '../../transcripts/captions.js';
import { writtenSummary } from '../../results/summary-writer.js';
import { OpenAiEngine } from './openai.engine.js';

const SAID = ['The canal lock was built in the spring.', 'Two gates hold the water back.'];
const LIMITS = { model: 'm', apiKey: '', contextTokens: 1e9, timeoutMs: 60_000, tokensPerSummary: 1e9 };

describe('a summary by a model', () => {
  it.each([
    ['hours of speech', 'and the keeper of the lock closes the gates behind the boats '.repeat(70)],
    ['captions of nothing but turns', '>> '.repeat(1_500)],
  ])('leaves turns of the event loop to others while %s are read and verified', async (_, text) => {
    let turns = () => 0;
    const sentences = SAID.map((said, nr) => ({ text: said, fromMs: nr * 60_000, toMs: nr * 60_000 }));
    const ask = () => {
      turns = countTurns();
      return Promise.resolve({ sentences, points: [], chapters: [], focusFound: false });
    };
    const engine = new OpenAiEngine({ ask, judged: () => undefined, isOnTrial: false }, LIMITS);
    const lines = [...SAID, ...Array.from({ length: 250 }, () => text)];
    const segments = lines.map((line, nr) => ({ startMs: nr * 60_000, durationMs: 60_000, text: line }));
    const order = { ...captionsOf(segments, 'en', false), language: 'en', isGenerated: false, title: '' };
    const made = await writtenSummary(engine, { ...order, length: 'short' }, new AbortController().signal);
    expect(made.sentences).toHaveLength(2);
    expect(turns()).toBeGreaterThan(100);
  });
});
