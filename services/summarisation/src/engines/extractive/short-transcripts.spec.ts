import { ExtractiveEngine } from './extractive.engine.js';

const engine = new ExtractiveEngine();

function short(text: string, language = 'en', length: 'short' | 'auto' | 'detail' = 'short') {
  const segments = [{ startMs: 0, durationMs: 10_000, text }];
  return engine.summarise({ segments, language, isGenerated: false, length }, new AbortController().signal);
}

describe('a short summary', () => {
  it('has one sentence when only one was spoken', async () => {
    expect((await short('the quick brown fox jumps over the lazy dog')).summary).toBe(
      'The quick brown fox jumps over the lazy dog.',
    );
  });

  it.each([
    ['two sentences', 'One came. Two went.', 2],
    ['three scraps', 'Yes. No. Maybe.', 2],
    ['five sentences', 'We left at dawn. It rained. The road was flooded. We turned back. Nobody was hurt.', 2],
    [
      'six sentences',
      'We left at dawn. It rained. The road was flooded. We turned back. Nobody was hurt. Dinner was late.',
      3,
    ],
  ])('has 2 to 3 sentences when %s were spoken', async (_, text, count) => {
    const { sentences, summary } = await short(text);
    expect(sentences).toHaveLength(count);
    expect([...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(summary)]).toHaveLength(count);
  });

  it('skips units that read as two sentences while others are available', async () => {
    const said =
      'Mr. Brown met Dr. Smith in St. Albans and spoke about trains and timetables. ' +
      [
        'The trains were late.',
        'A timetable is a promise.',
        'Spring trains run hourly.',
        'Nobody spoke of the fares.',
        'The station closes at ten.',
        'A train left anyway.',
      ].join(' ');
    const { summary } = await short(said);
    expect([...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(summary)].length).toBeLessThanOrEqual(3);
  });

  it('contains no sentence twice, however often the speaker repeats it', async () => {
    const { sentences } = await short('Stay on the path. Stay on the path! stay on the path. Bears live here.');
    expect(sentences.map((sentence) => sentence.text.toLowerCase().replace(/[.!]/, '')).sort()).toEqual([
      'bears live here',
      'stay on the path',
    ]);
  });

  it.each(['auto', 'detail'] as const)(
    'has an %s beside it that is never shorter, even for a scrap',
    async (length) => {
      for (const text of ['hello', 'One came. Two went.', 'One came. Two went. Three stayed.']) {
        expect((await short(text, 'en', length)).summary.length).toBeGreaterThanOrEqual(
          (await short(text)).summary.length,
        );
      }
    },
  );
});
