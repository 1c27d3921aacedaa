import { MUTATIONS, verificationCases } from './verification-cases.js';

const cases = verificationCases();
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

describe('the cases that a verifier is measured by', () => {
  it('are of ten videos, three of them with automatic captions, two not in English', () => {
    expect(cases.videos).toHaveLength(10);
    expect(cases.videos.filter(({ captions }) => captions === 'automatic')).toHaveLength(3);
    expect(cases.videos.filter(({ language }) => language !== 'en')).toHaveLength(2);
    for (const { lines } of cases.videos) {
      const words = lines.flatMap(({ text }) => text.split(' '));
      expect(words.length).toBeGreaterThan(240);
      expect(words.length).toBeLessThan(600);
    }
  });

  it('are at least 240 quotations, 200 paraphrases and 500 mutated sentences, 100 and more of each kind', () => {
    expect(cases.extractive.length).toBeGreaterThanOrEqual(240);
    expect(cases.paraphrases.length).toBeGreaterThanOrEqual(200);
    expect(MUTATIONS.map((kind) => cases.mutated[kind].length)).toEqual([145, 115, 125, 115]);
  });

  it('are all different, and a mutated sentence is no faithful one at its place', () => {
    const faithful = [...cases.extractive, ...cases.paraphrases].map(({ id }) => id);
    const mutated = MUTATIONS.flatMap((kind) => cases.mutated[kind].map(({ id }) => id));
    expect(new Set([...faithful, ...mutated]).size).toBe(faithful.length + mutated.length);
  });

  it('have paraphrases in words of their own: on average under 60% are those of the captions, and few are quoted', () => {
    const shares = cases.paraphrases.map(({ text, startMs, endMs, video }) => {
      const said = new Set(
        video.lines
          .filter((line) => line.startMs < endMs && line.startMs + line.durationMs > startMs)
          .flatMap((line) => wordsOf(line.text)),
      );
      const words = wordsOf(text);
      return words.filter((word) => said.has(word)).length / words.length;
    });
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.6);
    expect(shares.filter((share) => share > 0.9).length).toBeLessThan(10);
  });
});
