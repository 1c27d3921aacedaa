import fc from 'fast-check';
import { pagedLines, pageOf, tokensOf } from './transcript-pages.js';

const LINE = fc.record({ startSeconds: fc.nat(90_000), text: fc.string({ unit: 'grapheme', maxLength: 400 }) });

function allPages(lines: { startSeconds: number; text: string }[]): string[] {
  const pages: string[] = [];
  for (let from: number | undefined = 0; from !== undefined;) {
    const { text, next }: ReturnType<typeof pageOf> = pageOf(lines, from);
    pages.push(text);
    from = next;
  }
  return pages;
}

describe('pages of a transcript (MCP-11)', () => {
  it('together have every line once, in order', () => {
    fc.assert(
      fc.property(fc.array(LINE, { minLength: 1, maxLength: 300 }), (lines) => {
        const said = allPages(lines).join('\n');
        const expected = lines.map(({ text }) => text).join('\n');
        expect(said.replace(/^\[[\d:]+\] /gm, '')).toBe(expected.replace(/^\[[\d:]+\] /gm, ''));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['English', 'the lock keeper opens the upper gates and waits'],
    ['Japanese', '水門の番人が上の扉を開けて待っています'],
    ['one short word a line', 'ok'],
  ])('stay below 20,000 tokens by an upper estimate: %s', (_, text) => {
    const lines = Array.from({ length: 20_000 }, (__, second) => ({ startSeconds: second, text }));
    const pages = allPages(lines);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(tokensOf(page)).toBeLessThanOrEqual(20_000);
  });

  it('begin each line with its moment', () => {
    const lines = [3, 63, 3_723].map((startSeconds) => ({ startSeconds, text: 'x' }));
    expect(pageOf(lines, 0)).toEqual({ text: '[0:03] x\n[1:03] x\n[1:02:03] x', next: undefined });
  });

  it('split a line that is longer than a page', () => {
    const lines = pagedLines([{ startSeconds: 1, text: '水'.repeat(50_000) }]);
    const pages = allPages(lines);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(tokensOf(page)).toBeLessThanOrEqual(20_000);
    expect(pages.join('').match(/水/g)).toHaveLength(50_000);
  });
});
