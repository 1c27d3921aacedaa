import { canName } from './naming-words.js';

describe('a word that a chapter title may consist of or end with', () => {
  it.each([
    ['gets', 'en'],
    ['named', 'en'],
    ['carried', 'en'],
    ['perfectly', 'en'],
    ['finally', 'en'],
    ['thirty-one', 'en'],
    ['1984', 'de'],
    ['ます', 'ja'],
  ])('is not %s (%s)', (word, language) => {
    expect(canName(word, language)).toBe(false);
  });

  it.each([
    ['brakes', 'en'],
    ['speed', 'en'],
    ['family', 'en'],
    ['assembly', 'en'],
    ['Alfred', 'en'],
    ['gets', 'de'],
    ['時計', 'ja'],
  ])('is %s (%s)', (word, language) => {
    expect(canName(word, language)).toBe(true);
  });

  it('may be a participle before a noun, as in "salted caramel"', () => {
    expect(canName('salted', 'en', false)).toBe(true);
    expect(canName('gets', 'en', false)).toBe(false);
  });
});
