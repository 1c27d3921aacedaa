import { ExtractiveEngine } from './extractive.engine.js';

const SUBJECTS = {
  bread: ['dough', 'flour', 'oven', 'yeast', 'crust', 'baker', 'salt', 'loaf', 'kneading', 'steam', 'rye', 'starter'],
  bees: [
    'hive',
    'honey',
    'queen',
    'pollen',
    'swarm',
    'beekeeper',
    'wax',
    'nectar',
    'clover',
    'drone',
    'brood',
    'larvae',
  ],
  bridges: [
    'arch',
    'girder',
    'cable',
    'pillar',
    'engineer',
    'steel',
    'span',
    'river',
    'rivet',
    'concrete',
    'tower',
    'deck',
  ],
};
const SHAPES = [
  (a: string, b: string, c: string) => `The ${a} needs the ${b} before the ${c} is ready.`,
  (a: string, b: string, c: string) => `Every ${a} depends on a good ${b} and on the ${c}.`,
  (a: string, b: string, c: string) => `People measure the ${a} with care because the ${b} changes the ${c}.`,
  (a: string, b: string, c: string) => `A strong ${a} protects the ${b} from the ${c} in winter.`,
  (a: string, b: string, c: string) => `In old times the ${a} and the ${b} were made without any ${c}.`,
];

/** Consecutive speech of `minutes` on each subject. */
function video(minutes: Record<keyof typeof SUBJECTS, number>) {
  let state = 7;
  const random = (below: number) => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) % below;
  const texts = (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]).flatMap((subject) =>
    Array.from({ length: minutes[subject] * 12 }, () => {
      const words = SUBJECTS[subject];
      const word = () => (random(4) === 0 ? subject : words[random(words.length)]);
      return SHAPES[random(SHAPES.length)](word(), word(), word());
    }),
  );
  return texts.map((text, at) => ({ startMs: at * 5000, durationMs: 5000, text }));
}

const about = (subject: keyof typeof SUBJECTS) =>
  new RegExp(`\\b(?:${[subject, ...SUBJECTS[subject]].join('|')})\\b`, 'i');

describe('a video about several subjects, one after the other', () => {
  it.each([
    [{ bread: 4, bees: 4, bridges: 4 }],
    [{ bread: 200, bees: 30, bridges: 30 }],
    [{ bread: 30, bees: 240, bridges: 30 }],
    [{ bread: 25, bees: 25, bridges: 250 }],
  ])('is summarised with every subject that takes a tenth of it (auto): %j minutes', async (minutes) => {
    const { summary } = await new ExtractiveEngine().summarise(
      { segments: video(minutes), language: 'en', isGenerated: false, length: 'auto', title: 'All about bread' },
      new AbortController().signal,
    );
    for (const subject of ['bread', 'bees', 'bridges'] as const) expect(summary).toMatch(about(subject));
  });
});

describe('a five-hour video about three subjects', () => {
  it.each([
    ['of equal time', { bread: 100, bees: 100, bridges: 100 }],
    ['one of which takes most of it', { bread: 40, bees: 210, bridges: 50 }],
    ['the first and longest of which has the title', { bread: 200, bees: 60, bridges: 40 }],
  ])('has all three in its overview: %s', async (_, minutes) => {
    const { summary, sentences } = await new ExtractiveEngine().summarise(
      { segments: video(minutes), language: 'en', isGenerated: false, length: 'short', title: 'All about bread' },
      new AbortController().signal,
    );
    expect(sentences).toHaveLength(3);
    for (const subject of ['bread', 'bees', 'bridges'] as const) expect(summary).toMatch(about(subject));
  });
});
