import { readFileSync } from 'node:fs';
import { storedResult } from '../testing/stored-result.js';
import { markdownText, summaryMarkdown } from './summary-markdown.js';

const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';
const HOSTILE = [
  '<script>alert(1)</script>',
  '](javascript:alert(1))',
  '![x](https://evil.example/x.png)',
  'www.evil.example https://evil.example',
  '# Heading\n\n---\n* item',
  '\n```\ncode',
  '**bold** __x__ ~~y~~ | a | b |',
  '&lt;b&gt; \\*',
  '1. one',
  '+ plus',
  '\u202egnp.exe',
  '$$x$$ {{y}}',
];

describe('summaryMarkdown', () => {
  it('is title, link, overview, key points, chapters and what is not covered, with linked moments', () => {
    expect(summaryMarkdown(storedResult(), true)).toBe(`# How locks work

[Watch the video](${VIDEO})

A lock lifts boats. ([0:01](${VIDEO}&t=1)) It has two gates. ([1:30](${VIDEO}&t=90))

## Key points

- [0:05](${VIDEO}&t=5) The keeper opens the lower gate at 10:30.
- [1:10](${VIDEO}&t=70) Water runs in.

## Chapters

- [0:00](${VIDEO}&t=0) Gates
- [1:00](${VIDEO}&t=60) Water (approximate)

## Not covered

- [0:36](${VIDEO}&t=36) to [0:48](${VIDEO}&t=48)
`);
  });

  it('has no moments when none are requested, and no empty parts', () => {
    expect(summaryMarkdown(storedResult(), false)).toBe(`# How locks work

[Watch the video](${VIDEO})

A lock lifts boats. It has two gates.

## Key points

- The keeper opens the lower gate at 10:30.
- Water runs in.

## Chapters

- Gates
- Water (approximate)
`);
    const bare = storedResult({ title: '', summary: '', sentences: [], chapters: [], notCovered: [] });
    expect(summaryMarkdown(bare, true)).toBe(`# Summary\n\n[Watch the video](${VIDEO})\n`);
  });

  it('has moments without links, and no address, where there is no video (SUM-10)', () => {
    const text = summaryMarkdown(storedResult({ videoId: '', chapters: [] }), true);
    expect(text).not.toContain('](');
    expect(text).toContain('# How locks work\n\nA lock lifts boats. (0:01) It has two gates. (1:30)');
    expect(text).toContain('- 0:05 The keeper');
  });

  it('shows hostile titles and sentences as plain text', () => {
    const [title, ...texts] = HOSTILE;
    const sentences = texts.map((text, at) => ({ startMs: at * 1_000, endMs: 0, text }));
    const chapters = HOSTILE.map((text, at) => ({ startMs: at, endMs: at + 1, title: text, source: 'creator' }));
    const lines = summaryMarkdown(storedResult({ title, summary: texts[0], sentences, chapters }), true).split('\n');
    expect(lines[0]).toBe('# &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(lines[4]).toBe(`\\](javascript:alert(1)) ([0:00](${VIDEO}&t=0))`);
    expect(lines.slice(8, 18)).toEqual([
      `- [0:01](${VIDEO}&t=1) \`![x](https://evil.example/x.png)\``,
      `- [0:02](${VIDEO}&t=2) \`www.evil.example\` \`https://evil.example\``,
      `- [0:03](${VIDEO}&t=3) \\# Heading --- \\* item`,
      `- [0:04](${VIDEO}&t=4) \\\`\\\`\\\` code`,
      `- [0:05](${VIDEO}&t=5) \\*\\*bold\\*\\* \\_\\_x\\_\\_ \\~\\~y\\~\\~ \\| a \\| b \\|`,
      `- [0:06](${VIDEO}&t=6) &amp;lt;b&amp;gt; \\\\\\*`,
      `- [0:07](${VIDEO}&t=7) 1\\. one`,
      `- [0:08](${VIDEO}&t=8) \\+ plus`,
      `- [0:09](${VIDEO}&t=9) gnp.exe`,
      `- [0:10](${VIDEO}&t=10) \\$\\$x\\$\\$ \\{\\{y\\}\\}`,
    ]);
  });
});

describe('markdownText', () => {
  const cases = JSON.parse(
    readFileSync(new URL('../../../../proto/cases/markdown-text.json', import.meta.url), 'utf8'),
  ) as { name: string; input: string; markdown: string }[];

  it.each(cases.map(({ name, input, markdown }) => [name, input, markdown]))('of %s: %j', (_name, input, markdown) => {
    expect(markdownText(input)).toBe(markdown);
  });
});
