import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownText } from './markdown-text';

const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../../proto/cases/markdown-text.json'), 'utf8'),
) as { name: string; input: string; markdown: string }[];

describe('a text in a Markdown file', () => {
  it.each(CASES.map(({ name, input, markdown }) => [name, input, markdown]))(
    'is as the server writes it (SUM-22, WEB-27): %s',
    (_name, input, markdown) => {
      expect(markdownText(input)).toBe(markdown);
    },
  );
});
