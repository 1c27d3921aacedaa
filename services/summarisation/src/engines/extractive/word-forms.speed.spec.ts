import { timesAsLong } from '@precis/testing/growth';
import { WordForms } from './word-forms.js';

const each = (bits: string, zero: string, one: string) => bits.replaceAll('0', zero).replaceAll('1', one);
const wordsBy = (wordOf: (bits: string) => string) =>
  Array.from({ length: 60_000 }, (_, at) => wordOf(at.toString(2).padStart(16, '0')));

function number(words: string[]): void {
  const forms = new WordForms();
  for (const word of words) forms.numbersIn(word, 1);
  expect(forms.texts).toHaveLength(words.length);
}

describe('the numbers of words', () => {
  const plain = wordsBy((bits) => 'a'.repeat(112) + bits);

  it.each<[string, (bits: string) => string]>([
    ['begin differently and end alike', (bits) => bits + 'a'.repeat(112)],
    // Thue-Morse sequences, which collide in a hash that only multiplies and adds.
    ['are alike to a weaker hash', (bits) => each(bits, 'abbabaab', 'baababba')],
    // A multiplication does not carry these bits down. Without its shift, the hash takes some twenty-five times as long.
    ['differ in their highest bits alone', (bits) => each(bits, '\u0161', '\u8161')],
  ])('cost no more for words that %s', (_, wordOf) => {
    const alike = wordsBy(wordOf);
    const times = timesAsLong(
      () => number(alike),
      () => number(plain),
    );
    expect(times).toBeLessThan(10);
  });
});
