import { ForeignText } from './foreign-text.js';

const SECRET = 'You summarise videos. Write in English. Say only what the lines say; keep their names.';
const SOURCE =
  'Look at www.mill.example and type List<String>, as you know: the lines say what the lines say, keep their names and numbers.';
const foreign = new ForeignText(SOURCE, [SECRET, 'What does the miller say about his pay?']);

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
    'The mill \u202eis old.',
    'What does the miller say about his pay?',
    'Say o\u00adnly what the lines say; keep them.',
    'My task: say only what the lines say; keep them.',
  ])('is foreign: %s', (text) => {
    expect(foreign.isIn(text)).toBe(true);
  });

  it.each([
    'Look at www.mill.example for the mill.',
    'Type List<String> there.',
    'The mill turns 3 < 4 times, and 5 > 4.',
    'He said: keep their names and numbers.',
    'It is written in English.',
  ])('is not: %s', (text) => {
    expect(foreign.isIn(text)).toBe(false);
  });

  it('is looked through in a time that grows with its length alone', () => {
    const startedMs = performance.now();
    for (const text of ['<'.repeat(1_000), '['.repeat(1_000), 'a.'.repeat(500), 'a-'.repeat(500)])
      for (let nr = 0; nr < 50; nr += 1) foreign.isIn(text);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
