import { canName } from './naming-words.js';

describe('what a title can be or end with', () => {
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

  it('is said of a thing before it by what was done to it: "salted caramel"', () => {
    expect(canName('salted', 'en', false)).toBe(true);
    expect(canName('gets', 'en', false)).toBe(false);
  });
});
