/** Rule (decision 24): demo videos behave as real ones do, so their texts become caption lines timed at about 150 words a minute. */

/** A spoken text, one paragraph a line. */
export interface SpokenText {
  text: string;
  isGenerated: boolean;
}

/** One caption line; times in milliseconds. */
export interface CaptionLine {
  startMs: number;
  durationMs: number;
  text: string;
}

const LINE_CHARS = 64;
/** A sentence that ends late enough in a line ends the line. */
const SENTENCE_CHARS = 36;
const WORD_MS = 120;
const CHAR_MS = 53;
const PARAGRAPH_PAUSE_MS = 900;

/** The caption lines of `text`, with a pause after each paragraph. */
export function captionLines(text: string): CaptionLine[] {
  const lines: CaptionLine[] = [];
  let nowMs = 0;
  for (const paragraph of text.split('\n')) {
    for (const line of wrapped(paragraph)) {
      const durationMs = line.split(' ').length * WORD_MS + line.length * CHAR_MS;
      lines.push({ startMs: nowMs, durationMs, text: line });
      nowMs += durationMs;
    }
    nowMs += PARAGRAPH_PAUSE_MS;
  }
  return lines;
}

function wrapped(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const full = line.length + 1 + word.length > LINE_CHARS || (line.length >= SENTENCE_CHARS && /[.?!]$/.test(line));
    if (full) lines.push(line);
    line = full || line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** `rounds` readings of `text`, each in another order of its paragraphs; the same at every call. */
export function shuffledParagraphs(text: string, rounds: number): string {
  const paragraphs = text.split('\n');
  let seed = 20_261_121;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const readings = Array.from({ length: rounds }, () => {
    const order = [...paragraphs];
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = below(at + 1);
      [order[at], order[other]] = [order[other], order[at]];
    }
    return order.join('\n');
  });
  return readings.join('\n');
}
