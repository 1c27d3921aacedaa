/** A sentence of a summary with its place in the video. */
export interface Sentence {
  start_seconds: number;
  text: string;
}

/** A part of a summary's text. `sentence`: the index of the cited sentence that it is; null for text that is not a cited sentence. */
export interface Piece {
  text: string;
  sentence: number | null;
}

/** A part of the layout of a summary, from top to bottom. */
export type Block =
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'heading'; text: string }
  | { kind: 'points'; items: Piece[] };

const POINT = /^- \[(?:\d+:)?\d{1,2}:\d{2}\] /;

/**
 * The blocks of a summary's text, in which each sentence knows its moment (WEB-27, SUM-6): paragraphs, parts with headings (detail) and key points
 * (auto). No text is lost: text that is not a cited sentence stays plain.
 */
export function summaryBlocks(summary: string, sentences: readonly Sentence[]): Block[] {
  return summary
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .flatMap((block) => blocksOf(block.split('\n'), sentences));
}

function blocksOf(lines: string[], sentences: readonly Sentence[]): Block[] {
  if (lines.every((line) => POINT.test(line))) {
    return [{ kind: 'points', items: lines.map((line) => pointOf(line.replace(POINT, ''), sentences)) }];
  }
  const [first, ...rest] = lines;
  if (rest.length > 0 && !POINT.test(first) && sentenceAt(first, sentences) === null) {
    return [{ kind: 'heading', text: first }, ...blocksOf(rest, sentences)];
  }
  return [{ kind: 'paragraph', pieces: piecesOf(lines.join(' '), sentences) }];
}

function pointOf(text: string, sentences: readonly Sentence[]): Piece {
  const index = sentences.findIndex((sentence) => sentence.text === text);
  return { text, sentence: index < 0 ? null : index };
}

function piecesOf(text: string, sentences: readonly Sentence[]): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  const closePlain = () => {
    if (plain !== '') pieces.push({ text: plain, sentence: null });
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const index = sentenceAt(text.slice(at), sentences);
    if (index === null) {
      plain += text[at];
      at += 1;
      continue;
    }
    closePlain();
    pieces.push({ text: sentences[index].text, sentence: index });
    at += sentences[index].text.length;
  }
  closePlain();
  return pieces;
}

/** The longest sentence with which `text` begins. */
function sentenceAt(text: string, sentences: readonly Sentence[]): number | null {
  let found: number | null = null;
  sentences.forEach((sentence, index) => {
    const isLonger = found === null || sentence.text.length > sentences[found].text.length;
    if (sentence.text !== '' && text.startsWith(sentence.text) && isLonger) found = index;
  });
  return found;
}
