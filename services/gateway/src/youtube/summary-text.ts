import type { Result } from '@precis/proto/summarisation/v1/summarisation';

const TIME = String.raw`\d+:\d\d(?::\d\d)?`;
/** `- [00:05] A key point.` */
const POINT = new RegExp(String.raw`^- \[${TIME}\] `);
/** `Part 2 (12:00 - 24:00): brakes, pads` */
const NUMBERED_PART = new RegExp(String.raw`^(Part \d+) \(${TIME} - ${TIME}\)(?=: |$)`);
/** `Brakes (12:00 - 24:00)` */
const TITLED_PART = new RegExp(String.raw` \(${TIME} - ${TIME}\)$`);

type Said = Pick<Result, 'summary' | 'sentences'>;

/**
 * Removes the moments that the engine wrote before key points and into headings (SUM-22). Sentences stay unchanged: a time inside a sentence is
 * part of what was said.
 */
export function textWithoutMoments({ summary, sentences }: Said): string {
  const isSentence = (line: string) => sentences.some(({ text }) => text !== '' && line.startsWith(text));
  const bare = (line: string) => {
    if (isSentence(line)) return line;
    const point = line.replace(POINT, '- ');
    if (point !== line && isSentence(point.slice(2))) return point;
    return NUMBERED_PART.test(line) ? line.replace(NUMBERED_PART, '$1') : line.replace(TITLED_PART, '');
  };
  return summary.split('\n').map(bare).join('\n');
}

/** The sentences of the first paragraph of the text, in order. */
export function overviewOf<S extends { text: string }>({
  summary,
  sentences,
}: {
  summary: string;
  sentences: S[];
}): S[] {
  const [paragraph] = summary.split('\n\n');
  const longestFirst = sentences.filter(({ text }) => text !== '').sort((a, b) => b.text.length - a.text.length);
  const found: S[] = [];
  for (let at = 0; at < paragraph.length;) {
    const next = longestFirst.find((one) => !found.includes(one) && paragraph.startsWith(one.text, at));
    if (next) found.push(next);
    at += next?.text.length ?? 1;
  }
  return found;
}

/** Formats a moment as viewers know it (SUM-8): 0:05, 12:40, 1:02:03. */
export function timeLabel(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Makes one line without control characters and characters that change the text direction. */
export function oneLine(text: string): string {
  return text
    .replace(/(?!\s)\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
