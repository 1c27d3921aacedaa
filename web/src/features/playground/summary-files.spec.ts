import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileName, summaryFile } from './summary-files';

const SUBTITLES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../../proto/cases/summary-srt.json'), 'utf8'),
) as { name: string; sentences: { startMs: number; endMs: number; text: string }[]; srt: string }[];

const source = {
  video_id: 'precisDemo1',
  title: 'How a *lock* lifts',
  summary: 'A boat rises.\n\n- [01:05] The gates hold.',
  summary_type: 'auto',
  sentences: [
    { start_seconds: 0.5, text: 'A boat rises.' },
    { start_seconds: 65.25, text: 'The gates hold.' },
  ],
};

describe('a summary as a file', () => {
  it('links each sentence to its moment in Markdown, and escapes the marks of the speaker (WEB-27)', () => {
    expect(summaryFile('md', source)).toBe(
      [
        '# How a \\*lock\\* lifts',
        '<https://www.youtube.com/watch?v=precisDemo1>',
        'A boat rises. ([0:00](https://www.youtube.com/watch?v=precisDemo1&t=0s))',
        '- The gates hold. ([1:05](https://www.youtube.com/watch?v=precisDemo1&t=65s))\n',
      ].join('\n\n'),
    );
  });

  it('is the text as it stands, with title and address (WEB-27)', () => {
    expect(summaryFile('txt', source)).toBe(
      'How a *lock* lifts\nhttps://www.youtube.com/watch?v=precisDemo1\n\nA boat rises.\n\n- [01:05] The gates hold.\n',
    );
  });

  it('has moments without links where there is no video (SUM-10)', () => {
    const own = { ...source, video_id: '' };
    expect(summaryFile('md', own)).toBe(
      '# How a \\*lock\\* lifts\n\nA boat rises. (0:00)\n\n- The gates hold. (1:05)\n',
    );
    expect(summaryFile('txt', own)).toBe('How a *lock* lifts\n\nA boat rises.\n\n- [01:05] The gates hold.\n');
    expect(fileName('md', { ...own, title: '???' })).toBe('summary-auto.md');
  });

  it('shows each sentence at its moment as subtitles (WEB-27, SUM-22)', () => {
    expect(summaryFile('srt', source)).toBe(
      '1\r\n00:00:00,500 --> 00:00:05,500\r\nA boat rises.\r\n\r\n2\r\n00:01:05,250 --> 00:01:10,250\r\nThe gates hold.\r\n',
    );
  });

  it.each(SUBTITLES.map(({ name, sentences, srt }) => [name, sentences, srt] as const))(
    'is the same subtitles as those of the server: %s (SUM-22)',
    (_name, sentences, srt) => {
      const said = sentences.map(({ startMs, endMs, text }) => ({
        start_seconds: startMs / 1_000,
        end_seconds: endMs === 0 ? null : endMs / 1_000,
        text,
      }));
      expect(summaryFile('srt', { ...source, sentences: said })).toBe(srt);
    },
  );

  it.each([
    ['How a *lock* lifts', 'how-a-lock-lifts-auto.md'],
    ['Über Äpfel / ../etc', 'uber-apfel-etc-auto.md'],
    ['東京の時計', '東京の時計-auto.md'],
    ['???', 'precisDemo1-auto.md'],
  ])('has a safe name for %s (WEB-27)', (title, name) => {
    expect(fileName('md', { ...source, title })).toBe(name);
  });
});
