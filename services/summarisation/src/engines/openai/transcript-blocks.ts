import type { TranscriptSegment } from '../../transcripts/captions.js';
import { pointLabel } from '../extractive/rendering.js';

/** A line that the model reads: `[mm:ss] text`, and the times that it covers. */
export interface Block {
  startMs: number;
  endMs: number;
  line: string;
  tokens: number;
}

/** Short enough that a cited time is near the words, long enough that times do not cost more than words. */
const BLOCK_MS = 25_000;
/** Sources are not trusted: one caption may have megabytes. */
const MAX_BLOCK_CHARS = 2_000;
/** A part ends at the longest pause in its last quarter. */
const LEAST_OF_PART = 0.75;

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/gu;

/**
 * Estimates the tokens of a text from the usual shares: 3.6 characters per token, 1.5 in scripts without spaces. No tokenizer is common to all
 * models.
 */
export function tokensIn(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  return Math.ceil((text.length - unspaced) / 3.6 + unspaced / 1.5);
}

/** The estimated tokens of all blocks together. */
export function tokensOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Divides the transcript into blocks of about 25 s. Every caption is in one block, or in several when it is very long. */
export function blocksOf(segments: readonly TranscriptSegment[]): Block[] {
  const blocks: Block[] = [];
  let texts: string[] = [];
  let [startMs, endMs, chars] = [0, 0, 0];
  const close = () => {
    const text = texts.join(' ');
    for (let at = 0; at < text.length; at += MAX_BLOCK_CHARS) {
      const line = `${pointLabel(startMs)} ${text.slice(at, at + MAX_BLOCK_CHARS)}`;
      blocks.push({ startMs, endMs, line, tokens: tokensIn(line) + 1 });
    }
    texts = [];
  };
  for (const segment of segments) {
    const text = segment.text.replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    if (texts.length > 0 && (segment.startMs - startMs >= BLOCK_MS || chars > MAX_BLOCK_CHARS)) close();
    if (texts.length === 0) [startMs, endMs, chars] = [segment.startMs, segment.startMs, 0];
    texts.push(text);
    chars += text.length + 1;
    endMs = Math.max(endMs, segment.startMs + segment.durationMs);
  }
  if (texts.length > 0) close();
  return blocks;
}

/**
 * Divides blocks into parts of at most `mostTokens`, each cut at its longest pause near the end, where a change of subject is most likely. To every
 * part but the first, the last block of the part before is added, so that a sentence across the cut is complete in one of them.
 */
export function partsOf(blocks: readonly Block[], mostTokens: number): Block[][] {
  const parts: Block[][] = [];
  let from = 0;
  while (from < blocks.length) {
    let [to, tokens, best, bestPauseMs] = [from, 0, from, -1];
    while (to < blocks.length && (to === from || tokens + blocks[to].tokens <= mostTokens)) {
      tokens += blocks[to].tokens;
      to += 1;
      const pauseMs = to < blocks.length ? blocks[to].startMs - blocks[to - 1].endMs : Infinity;
      if (tokens >= mostTokens * LEAST_OF_PART && pauseMs > bestPauseMs) [best, bestPauseMs] = [to, pauseMs];
    }
    const end = to === blocks.length || best <= from ? to : best;
    parts.push(blocks.slice(parts.length === 0 ? from : from - 1, end));
    from = end;
  }
  return parts;
}
