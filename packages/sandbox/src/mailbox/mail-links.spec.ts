import { linksOf } from './mail-links.js';

describe('the links of a mail', () => {
  it.each([
    ['the full stop of the sentence', 'Open http://a.test/x?t=1.', ['http://a.test/x?t=1']],
    ['brackets around it', '(see https://a.test/x)', ['https://a.test/x']],
    ['brackets inside it', 'https://a.test/x_(y)', ['https://a.test/x_(y)']],
    ['angle brackets', '<https://a.test/x>', ['https://a.test/x']],
    ['a token with every allowed sign', 'https://a.test/#t=a-b_c.d~e%2F&u=1', ['https://a.test/#t=a-b_c.d~e%2F&u=1']],
    ['what is no web address', 'javascript:alert(1) mailto:a@b.test ftp://a.test http://', []],
  ])('end correctly at %s', (_case, text, links) => expect(linksOf(text, '')).toEqual(links));

  it('are read from text and HTML, each once, with entities decoded', () => {
    const html = `<a href="https://a.test/?a=1&amp;b=2">x</a> <a href='https://b.test/'>y</a> <a href="javascript:alert(1)">z</a>`;
    expect(linksOf('https://a.test/?a=1&b=2', html)).toEqual(['https://a.test/?a=1&b=2', 'https://b.test/']);
  });
});
