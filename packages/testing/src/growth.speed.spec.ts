import { growth, LINEAR } from './growth.js';

const letters = (size: number) => 'x'.repeat(size);

function looksAtEach(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}

function looksAtAllForEach(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += looksAtEach(text);
  return sum;
}

describe('the growth of a work', () => {
  it('is that of linear work where each letter is looked at once', () => {
    expect(growth(looksAtEach, letters, 20_000)).toBeLessThan(LINEAR);
  });

  it('is above it where all letters are looked at for each of them', () => {
    expect(growth(looksAtAllForEach, letters, 300)).toBeGreaterThan(LINEAR);
  });
});
