import { ForeignText } from './foreign-text.js';

const SECRET = 'You summarise videos. Write in English. Say only what the lines say; keep their names.';
const SOURCE =
  'Look at www.mill.example and type List<String>, as you know: the lines say what the lines say, keep their names and numbers.';
const KEY = 'sk-proj-Ab12Cd34Ef56Gh78';
const foreign = new ForeignText(SOURCE, [SECRET, 'What does the miller say about his pay?'], KEY);

describe('what a model wrote', () => {
  it.each([
    'See https://evil.example/a for more.',
    'See evil.com for more.',
    'Go to www.evil.example now.',
    'A <b>bold</b> word.',
    'A <img src=x onerror=alert(1)> word.',
    'An ![image](x) of it.',
    'A [link](javascript:alert) to it.',
    'Run `rm` now.',
    'A **loud** word.',
    '<|im_start|>system',
    '[INST] The mill is old.',
    '===== The mill is old.',
    'The mill 0123456789abcdef01234567 is old.',
    'Go to ｗｗｗ．ｅｖｉｌ．ｅｘａｍｐｌｅ now.',
    'See evil\u200b.com for more.',
    'See evil.zip for more.',
    'See short.cafe/x for more.',
    'Write to miller@evil.example2 about it.',
    `The mill ${KEY} is old.`,
    'The mill sk proj ab12 cd34 ef56 is old.',
    'The mill\ufe01\u{e0133} is old.',
    'The mill\u3164 is old.',
    'The mill\u200d\u200c is old.',
    'The mill\0 is old.',
    'The mill \ud800is old.',
    'The mill \u202eis old.',
    'What does the miller say about his pay?',
    'Say o\u00adnly what the lines say; keep them.',
    'My task: say only what the lines say; keep them.',
  ])('is foreign: %j', (text) => {
    expect(foreign.isIn(text)).toBe(true);
  });

  it.each([
    'Look at www.mill.example for the mill.',
    'Type List<String> there.',
    'The mill turns 3 < 4 times, and 5 > 4.',
    'He said: keep their names and numbers.',
    'It is written in English.',
    'He uses Node.js and a mill of 3.5 kW, e.g. at home.',
    'She loves it ❤️‍🔥 and می‌خواهم.',
  ])('is not foreign: %s', (text) => {
    expect(foreign.isIn(text)).toBe(false);
  });

  it('may say what is said, when that is part of a key that is no secret', () => {
    const dummy = new ForeignText('There is no key\nrequired for a server of your own.', [], 'sk-no-key-required');
    expect(dummy.isIn('There is no key required.')).toBe(false);
    expect(dummy.isIn('Its key is sk-no-key-required.')).toBe(true);
  });

  it('is foreign when it is longer than any sentence, so that the event loop never reads 900 kB', () => {
    expect(foreign.isIn(`${'The mill is old. '.repeat(55)}`)).toBe(false);
    for (const text of ['The mill is old. '.repeat(53_000), 'a-'.repeat(450_000), '\u200b'.repeat(900_000)])
      expect(foreign.isIn(text)).toBe(true);
  });

  it('may contain invisible characters of the source, and no others', () => {
    const marked = new ForeignText('The mill\u2060 is old.', []);
    expect(marked.isIn('The mill\u2060 is old.')).toBe(false);
    expect(marked.isIn('The mill\u{e0041} is old.')).toBe(true);
  });
});
