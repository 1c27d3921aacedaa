import { demoTranscript } from '../../videos/demo/demo-catalogue.js';
import { ExtractiveEngine } from './extractive.engine.js';
import { wishOf } from './focus-wish.js';

describe('what a prompt asks for besides its subject', () => {
  it.each([
    ['Explain it for a 5 year old', 'style'],
    ["like I'm five", 'style'],
    ['as a poem', 'style'],
    ['in a funny tone', 'style'],
    ['three bullet points', 'format'],
    ['Summarise in 2 sentences', 'format'],
    ['as a table', 'format'],
    ['in French', 'language'],
    ['translate to German', 'language'],
    ['auf Deutsch', 'language'],
    ['für Kinder', 'style'],
    ['in drei Stichpunkten', 'format'],
    ['en inglés', 'language'],
    ['como un poema', 'style'],
    ['日本語で', 'language'],
  ])('"%s" is a wish for %s, and about nothing', (prompt, kind) => {
    const { subject, asksFor } = wishOf(prompt);
    expect(asksFor).toBe(kind);
    expect(subject.toLowerCase()).not.toMatch(/poem|bullet|french|deutsch|kinder|stichp|inglés|日本語/);
  });

  it.each([
    'the table of elements',
    'What are French locks like?',
    'five year plans',
    'sentences of the court',
    'the style of Monet',
    'poems by Rilke',
  ])('"%s" is a subject', (prompt) => expect(wishOf(prompt)).toEqual({ subject: prompt, asksFor: undefined }));

  it('a prompt of 2,000 characters is taken apart in no time, whatever it says', () => {
    const began = performance.now();
    for (const part of ['in the style of ', 'for a ', 'in a ', 'as a 5 ', 'like i', 'in 1 short '])
      wishOf(part.repeat(2_000 / part.length));
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('the extractive engine and a prompt', () => {
  const ask = async (focus: string) => {
    const demo = (await demoTranscript('precisDemo1'))!;
    const { segments, language, isGenerated, title } = demo;
    const input = { segments, language, isGenerated, title, length: 'auto' as const, focus };
    const { focusApplied, focusReason } = await new ExtractiveEngine().summarise(input, new AbortController().signal);
    return { focusApplied, focusReason };
  };

  it.each([
    ['gates', undefined],
    ['How do I open the gates?', undefined],
    ['How can I repair the gates?', undefined],
    ['Explain the gates in three bullet points', undefined],
    ['for a 5 year old', 'style'],
    ['three bullet points', 'format'],
    ['in French', 'language'],
    ['How do I bake bread?', 'not_found'],
    ['quantum computers', 'not_found'],
  ])('"%s": applied, or why not: %s (SUM-4)', async (prompt, reason) => {
    expect(await ask(prompt)).toEqual({ focusApplied: reason === undefined, focusReason: reason });
  });
});
