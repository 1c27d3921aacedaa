import * as commonmark from 'commonmark';
import fc from 'fast-check';
import { marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { storedResult } from '../testing/stored-result.js';
import { markdownText, summaryMarkdown } from './summary-markdown.js';
import { oneLine } from './summary-text.js';

/** Parsers with the most permissive settings: HTML and links of any scheme pass. */
const PARSERS: Record<string, (markdown: string) => string> = {
  commonmark: (markdown) => new commonmark.HtmlRenderer().render(new commonmark.Parser().parse(markdown)),
  gfm: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  marked: (markdown) => marked.parse(markdown, { async: false, gfm: true }),
};

/** Inputs that at least one program turns into a link, markup, HTML or a block. */
const HOSTILE = [
  'www.evil.example/pay',
  '_www.evil.example/pay',
  'WWW.EVIL.EXAMPLE',
  'http://evil.example',
  'hTTps://evil.example/a_b?c=d&e=*f*',
  'ftp://evil.example',
  'mailto:refunds@evil.example',
  'xmpp:refunds@evil.example/chat',
  'refunds@evil.example',
  'a.b-c_d+e@evil.example',
  '@octocat',
  '//evil.example',
  '<https://evil.example>',
  '<refunds@evil.example>',
  '<a href="//evil.example">x</a>',
  '<!-- -->',
  '<script>alert(1)</script>',
  '[x](//evil.example)',
  '[x][y]',
  '[y]: //evil.example',
  '[^1]',
  '[^1]: note',
  '![x](//evil.example/x.png)',
  '](//evil.example)',
  '`',
  '``',
  '\\',
  '\\`',
  '*',
  '**',
  '_',
  '~~',
  '|',
  '| a |',
  ':-:|:-:',
  '#',
  '---',
  '===',
  '- [ ] ',
  '1. ',
  '> ',
  '&lt;',
  '&#x40;',
  '&commat;',
  '"',
  "'",
  '(',
  ')',
  '例え@evil.example',
  'www.例え.example',
  '\u200b',
  '\u202e',
  '\n\n',
  '\t',
  '    ',
];
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(...'w.@:/\\`_*[]()<>&h~#-1 '), maxLength: 12 }),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((between) => parts.join(between)));

const VIDEO_LINK = /^https:\/\/www\.youtube\.com\/watch\?v=precisDemo1(&amp;t=\d+)?$/;
/** The only elements that a title or a whole document may have. */
const TAGS = new Set(['h1', 'h2', 'p', 'ul', 'li', 'a', 'code']);

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?href="([^"]*)"/g)].map(([, address]) => address);
}
const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag.toLowerCase());

const SIGNS: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
function visible(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot|#39);/g, (_, sign: string) => SIGNS[sign])
    .replace(/\s+/g, ' ')
    .trim();
}

describe.each(Object.entries(PARSERS))('read by %s', (_name, render) => {
  it.each([
    ['a title', '# '],
    ['a key point', '- '],
    ['a chapter with its moment', '- 0:05 '],
    ['a sentence', ''],
    ['a second sentence', 'It is said. '],
  ])('%s of any text is that text, without a link, an image or HTML (SUM-22)', (_what, before) => {
    fc.assert(
      fc.property(text, (any) => {
        const html = render(before + markdownText(any));
        expect(linksOf(html)).toEqual([]);
        expect(tagsOf(html).filter((tag) => !TAGS.has(tag) || tag === 'a')).toEqual([]);
        expect(visible(html)).toBe((before.replace(/^[#-] /, '') + oneLine(any)).trim());
      }),
      { numRuns: 400 },
    );
  });

  it('a whole document links only to moments of its video, and shows every sentence (SUM-22)', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), fc.boolean(), (texts, timestamps) => {
        const [title] = texts;
        const sentences = texts.map((said, at) => ({ startMs: at * 1_000, endMs: 0, text: said }));
        const chapters = texts.map((said, at) => ({ startMs: at, endMs: at + 1, title: said, source: 'creator' }));
        const result = storedResult({ title, summary: title, sentences, chapters });
        const html = render(summaryMarkdown(result, timestamps));
        expect(linksOf(html).filter((address) => !VIDEO_LINK.test(address))).toEqual([]);
        expect(tagsOf(html).filter((tag) => !TAGS.has(tag))).toEqual([]);
        const shown = visible(html);
        for (const said of texts) expect(shown).toContain(oneLine(said));
      }),
      { numRuns: 150 },
    );
  });
});
