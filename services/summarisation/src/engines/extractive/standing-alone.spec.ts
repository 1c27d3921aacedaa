import type { SummaryInput } from '../summary-engine.js';
import { ExtractiveEngine } from './extractive.engine.js';

const engine = new ExtractiveEngine();

function summarise(texts: string[], more: Partial<SummaryInput> = {}, length: SummaryInput['length'] = 'short') {
  const segments = texts.map((text, at) => ({ startMs: at * 5000, durationMs: 3500, text }));
  return engine.summarise(
    { segments, language: 'en', isGenerated: false, length, ...more },
    new AbortController().signal,
  );
}

const BREAD = [
  'Good bread needs only flour, water, salt and time.',
  'But that dough must rest, since flour drinks water slowly.',
  'Salt slows the yeast and makes the dough of the bread firm.',
  'So this is why bakers weigh the salt and the water.',
  'It grows in the warm kitchen until the dough has doubled.',
  'A hot oven gives the bread a crust that keeps the water inside.',
  'Because of such heat the dough of the bread springs up.',
  'And he told us that they fold the dough every hour.',
  'Steam keeps the crust of the bread soft while the dough rises.',
  'Yeah, the flour matters too.',
  'Old flour makes a dough that tears in the oven.',
  'Bakers tap the bread and listen whether the crust sounds hollow.',
];

describe('the sentences of a summary', () => {
  it('drop the opening words that refer to an earlier sentence, and keep their time', async () => {
    const { sentences } = await summarise([
      'But behind the gate the water of the lock stands high.',
      'So, yeah, the water lifts the boat in the lock.',
    ]);
    expect(sentences.map(({ text }) => text)).toEqual([
      'Behind the gate the water of the lock stands high.',
      'The water lifts the boat in the lock.',
    ]);
    expect(sentences[0].startMs).toBeGreaterThan(0);
  });

  it.each([
    ['So far the lock has held.'],
    ['Now that the lock is full the gate opens.'],
    ['Right turns are easy for boats.'],
    ['Well water is clean here.'],
  ])('keep the first words of %j, which carry meaning', async (said) => {
    expect((await summarise([said])).summary).toBe(said);
  });

  it('keep "so" and "but" in other languages, in which they are ordinary words', async () => {
    expect((await summarise(['But de la victoire pour la France hier soir.'], { language: 'fr' })).summary).toBe(
      'But de la victoire pour la France hier soir.',
    );
  });

  it('do not begin with a reference to something unknown to the reader while other sentences are available', async () => {
    const { sentences } = await summarise(BREAD);
    for (const { text } of sentences)
      expect(text).not.toMatch(/^(?:but|and|so|yeah|because|it|he|they|this|that|these|such)\b/i);
  });

  it('start with an early sentence that names the subject of the title', async () => {
    const { sentences } = await summarise(
      [...BREAD, ...BREAD.map((text) => text.replace('dough', 'mixture').replace('bread', 'rye loaf'))],
      { title: 'Flour and time: how bread is made (official video)' },
    );
    expect(sentences[0].text).toBe('Good bread needs only flour, water, salt and time.');
  });

  it('are not a list of numbers while other sentences are available', async () => {
    const { summary } = await summarise([
      ...BREAD,
      'Flour three water two salt one bread twenty oven two hundred forty dough fifty nine.',
    ]);
    expect(summary).not.toMatch(/fifty/);
  });

  it('of unpunctuated speech begin after the answer word, and hold one thought', async () => {
    const said =
      'bolts and bearings yes the bearings of the wheel wear out faster in the rain than the bolts of the frame and so we look at them first every spring before any bolts are tightened';
    const { summary } = await summarise([said], { isGenerated: true }, 'auto');
    expect(summary).not.toMatch(/bearings yes/);
    expect(summary).toMatch(/The bearings of the wheel wear out faster in the rain/);
  });
});

describe('a prompt', () => {
  it.each([
    ['salt and crust', true],
    ['doubling', true],
    ['steam in the oven', true],
    ['quantum baking', false],
    ['crusty pizza with anchovies', false],
  ])('%j is reported as followed: %j, depending on whether the video covers most of it', async (focus, applied) => {
    const texts = [...BREAD, 'Baking is a craft that computers cannot learn.'];
    const { focusApplied, summary } = await summarise(texts, { focus });
    expect(focusApplied).toBe(applied);
    if (!applied) expect(summary).toBe((await summarise(texts)).summary);
  });

  it('about computing is not counted as followed because somebody mentions a computer', async () => {
    const texts = [...BREAD, 'A computer weighs the flour.', 'The computer of the bakery heats the oven.'];
    expect((await summarise(texts, { focus: 'quantum computing' })).focusApplied).toBe(false);
  });

  it('does not bring key points into the summary that depend on another sentence', async () => {
    const texts = [
      ...BREAD,
      'A leap second is added to the clock of the bakery in June.',
      'Because it surprised everyone in the bakery that day.',
      'This has never been tested with an oven before.',
    ];
    const points = (await summarise(texts, { focus: 'leap seconds' }, 'auto')).summary
      .split('\n')
      .filter((line) => line.startsWith('- '));
    expect(points.length).toBeGreaterThanOrEqual(5);
    for (const point of points.slice(0, 5)) expect(point).not.toMatch(/Because it surprised|This has never/);
  });

  it('of two adjacent words finds the place where both are spoken together', async () => {
    const texts = [
      ...BREAD,
      'A second later the water boils.',
      'Every second counts in a bakery kitchen.',
      'A leap second is added to the clock of the bakery in June.',
      'Frogs leap over the flour.',
    ];
    expect((await summarise(texts, { focus: 'leap seconds' })).summary).toMatch(/leap second is added/);
  });
});
