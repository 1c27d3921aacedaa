import { saidWords } from './bare-word.js';
import { spokenWords } from './spoken-words.js';
import { mendStutters, stumbles } from './stutters.js';

function mended(text: string, language = 'en'): string {
  const lines = text.split('\n').map((line, at) => ({ startMs: at * 4000, durationMs: 4000, text: line }));
  const words = spokenWords(lines, language, () => false);
  mendStutters(words, language);
  return words.texts().join(' ');
}

describe('speech without stutters', () => {
  it.each([
    ['The the second step is easy.', 'the second step is easy.'],
    ['I I think the pump is old', 'I think the pump is old'],
    ['so we we need a hose', 'so we need a hose'],
    ['the, the valve', 'the valve'],
    ['to to to find it', 'to find it'],
    ['I think I think it works', 'I think it works'],
    ['it was it was a good year', 'it was a good year'],
    ['put it in the box in the box and close it', 'put it in the box and close it'],
    ['th the demo of the w- we built', 'the demo of the we built'],
    ['Tw - twelve hours of work', 'twelve hours of work'],
    ['con- consider the roof', 'consider the roof'],
    ['and you you can see it it works', 'and you can see it it works'],
  ])('%j becomes %j', (said, meant) => {
    expect(mended(said)).toBe(meant);
  });

  it.each([
    'he had had enough',
    'I know that that works',
    'the soup is very very hot',
    'no no that is wrong',
    'I told you you can stay',
    'day by day by day',
    'again and again and again',
    'the end. The end of the story',
    'Duran Duran played in New York New York',
    'learn the C compiler and plan b carefully',
    'five five nine seven seven',
    'It rained. It snowed.',
    'the t shirt is red',
  ])('keeps %j', (said) => {
    expect(mended(said)).toBe(said);
  });

  it('keeps reduplication in other languages, and mends only words that nobody says twice on purpose', () => {
    expect(mended('orang orang itu pelan pelan', 'id')).toBe('orang orang itu pelan pelan');
    expect(mended('das ist die die ich meine', 'de')).toBe('das ist die die ich meine');
    expect(mended('und und ich ich glaube das auch', 'de')).toBe('und ich glaube das auch');
    expect(mended('yo yo creo que que sí', 'es')).toBe('yo creo que que sí');
    expect(mended('de la la la', 'xx')).toBe('de la la la');
  });

  it('reduces a transcript of one repeated word to that word', () => {
    expect(mended('the '.repeat(400_000).trim())).toBe('the');
  });

  it('never joins the words of two speakers', () => {
    expect(mended('>> we need it\n>> it is here')).toBe('we need it it is here');
    expect(mended('the boat\n>> but boat but it sank')).toBe('the boat but boat but it sank');
  });

  it('keeps the time of the first of two repeated words', () => {
    const lines = [{ startMs: 1000, durationMs: 4000, text: 'the the second step' }];
    const words = spokenWords(lines, 'en', () => false);
    mendStutters(words, 'en');
    expect(words.texts()).toEqual(['the', 'second', 'step']);
    expect([...words.startMs.subarray(0, words.length)]).toEqual([1000, 3000, 4000]);
  });
});

describe('a stutter in a sentence', () => {
  it.each([
    ['the topic topic of today', true],
    ['I told you you can', true],
    ['it is very very hot', false],
    ['Duran Duran', false],
    ['the end. End of it', false],
  ])('is found in %j: %j', (said, does) => {
    expect(stumbles(saidWords(said.split(' ')))).toBe(does);
  });
});
