import { finished, PAUSE_EVERY, type Sliced } from '../work/slices.js';
import { type CueName, CUES, FENCES, LABELS, NO_ORDER_AFTER } from './cue-phrases.js';
import { decodedParts, folded, tokensOf } from './folded-text.js';

const THRESHOLD = 5;
const WEIGHTS: Record<CueName, number> = {
  ...(Object.fromEntries(Object.entries(CUES).map(([name, { weight }]) => [name, weight])) as Record<
    keyof typeof CUES,
    number
  >),
  fence: 4,
  label: 2,
  encoded: 2,
};
/** In words: cues that are further apart belong to different sentences. A letter of a script without spaces is part of a word. */
const WINDOW = 22;
const LETTER_WIDTH = 0.45;

const FENCES_FOLDED = FENCES.map(folded);
const LABELS_FOLDED = LABELS.map(folded);

interface Node {
  next?: Map<string, Node>;
  cues?: (keyof typeof CUES)[];
}

const TREE: Node = {};
const STEMS = new Map<string, string>();
/** All words and stems of phrases: the pieces that a run-together word is divided into. */
const PIECES = new Set<string>();
/** The lengths of pieces by their first two letters, longest first, so that few places of a long word need a look-up. */
const LENGTHS = new Map<string, number[]>();
/** In letters: longer than everyday words. */
const RUN_TOGETHER = 20;
let longestStem = 0;
for (const [name, { phrases }] of Object.entries(CUES) as [keyof typeof CUES, { phrases: string }][]) {
  for (const phrase of phrases.split('|')) plant(name, phrase.trim());
}
for (const piece of [...PIECES].sort((one, two) => two.length - one.length)) {
  const known = LENGTHS.get(piece.slice(0, 2)) ?? [];
  if (piece.length > 1 && !known.includes(piece.length)) LENGTHS.set(piece.slice(0, 2), [...known, piece.length]);
}

function plant(name: keyof typeof CUES, phrase: string): void {
  let node = TREE;
  for (const word of phrase.split(/\s+/)) {
    const isStem = word.includes('*');
    for (const token of isStem ? [folded(word)] : tokensOf(folded(word))) {
      if (isStem) learnStem(token);
      PIECES.add(isStem ? token.slice(0, -1) : token);
      node.next ??= new Map();
      let child = node.next.get(token);
      if (!child) node.next.set(token, (child = {}));
      node = child;
    }
  }
  node.cues = [...(node.cues ?? []), name];
}

/** Divides "ignoreallpreviousinstructions" into known words: the longest at each place, skipping the rest. */
function piecesOf(token: string): string[] {
  if (token.length < RUN_TOGETHER) return [token];
  const pieces: string[] = [];
  for (let at = 0; at < token.length;) {
    const from = at;
    const length =
      LENGTHS.get(token.slice(at, at + 2))?.find((most) => PIECES.has(token.slice(from, from + most))) ?? 1;
    if (length > 1) pieces.push(token.slice(at, at + length));
    at += length;
  }
  return pieces.length > 0 ? pieces : [token];
}

function learnStem(stem: string): void {
  const start = stem.slice(0, stem.indexOf('*'));
  STEMS.set(start, stem);
  longestStem = Math.max(longestStem, start.length);
}

/** A cue from token `start` to before `end`, with its position in words from the beginning. */
interface Hit {
  name: CueName;
  at: number;
  start: number;
  end: number;
}

/** The numbers of the first and last text of a passage that gives a model orders. */
export interface Span {
  first: number;
  last: number;
}

/** Finds the passages in `texts`, which are consecutive, that give a model orders. Linear in their length. */
export function instructionSpans(texts: readonly string[]): Span[] {
  return finished(findingSpans(texts));
}

/** Same as instructionSpans(), in slices that let other work run. */
export function* findingSpans(texts: readonly string[]): Sliced<Span[]> {
  const spans: Span[] = [];
  const { hits, textOf } = yield* findingHits(texts);
  const counts = new Map<CueName, number>();
  let [from, score] = [0, 0];
  let end: Span | undefined;
  for (const [to, hit] of hits.entries()) {
    if (to % PAUSE_EVERY.words === 0) yield;
    if ((counts.get(hit.name) ?? 0) === 0) score += WEIGHTS[hit.name];
    counts.set(hit.name, (counts.get(hit.name) ?? 0) + 1);
    while (hit.at - hits[from].at > WINDOW) {
      const { name } = hits[from++];
      counts.set(name, counts.get(name)! - 1);
      if (counts.get(name) === 0) score -= WEIGHTS[name];
    }
    if (score < THRESHOLD) continue;
    const nr = textOf[hit.end - 1];
    // A long text may hold hundreds of cues, and its end is computed once.
    if (end?.first !== nr) end = { first: nr, last: sentenceEnd(nr, texts) };
    const span = { first: textOf[hits[from].start], last: end.last };
    const before = spans.at(-1);
    if (before && before.last >= span.first) before.last = Math.max(before.last, span.last);
    else spans.push(span);
  }
  return spans;
}

/** The demand itself may follow the last cue, in the next caption of the sentence. */
function sentenceEnd(nr: number, texts: readonly string[]): number {
  return nr + 1 < texts.length && !/[.!?。！？]["'”’)]?\s*$/.test(texts[nr]) ? nr + 1 : nr;
}

function* findingHits(texts: readonly string[]): Sliced<{ hits: Hit[]; textOf: number[] }> {
  const hits: Hit[] = [];
  const [tokens, textOf, places]: [string[], number[], number[]] = [[], [], []];
  const known = new Map<string, string>();
  let place = 0;
  const read = (text: string, nr: number) => {
    for (const token of tokensOf(text).flatMap(piecesOf)) {
      tokens.push(token);
      textOf.push(nr);
      places.push(place);
      place += token.length === 1 && token > '\u0e00' ? LETTER_WIDTH : 1;
    }
  };
  for (const [nr, text] of texts.entries()) {
    // Pauses after each text: captions are short, and the longest take milliseconds.
    yield;
    const plain = folded(text);
    const start = tokens.length;
    read(plain, nr);
    if (tokens.length === start) continue;
    const mark = (name: CueName) => hits.push({ name, at: places[start], start, end: start + 1 });
    if (/[<["#?]|system/.test(plain) && FENCES_FOLDED.some((fence) => plain.includes(fence))) mark('fence');
    if (/[::]/.test(plain) && LABELS_FOLDED.some((label) => plain.includes(label))) mark('label');
    for (const part of decodedParts(text)) {
      mark('encoded');
      read(folded(part), nr);
    }
  }
  for (let start = 0; start < tokens.length; start += 1) {
    if (start % PAUSE_EVERY.words === 0) yield;
    // Nearly every word begins no phrase.
    let nodes = after([TREE], tokens[start], known);
    for (let end = start + 1; nodes.length > 0; end += 1) {
      for (const name of nodes.flatMap(({ cues }) => cues ?? [])) {
        if (name === 'telling' && start > 0 && NO_ORDER_AFTER.has(tokens[start - 1])) continue;
        hits.push({ name, at: places[start], start, end });
      }
      if (end === tokens.length) break;
      nodes = after(nodes, tokens[end], known);
    }
  }
  return { hits: hits.sort((one, two) => one.start - two.start), textOf };
}

const NONE: Node[] = [];

function after(nodes: Node[], token: string, known: Map<string, string>): Node[] {
  const stem = stemOf(token, known);
  let found = NONE;
  for (const { next } of nodes) {
    for (const child of [next?.get(token), next?.get(stem)]) {
      if (child) found = [...found, child];
    }
  }
  return found;
}

/** The longest stem of a word that the tree contains; '' when there is none. */
function stemOf(token: string, known: Map<string, string>): string {
  const before = known.get(token);
  if (before !== undefined) return before;
  let stem = '';
  for (let length = Math.min(longestStem, token.length); length >= 4 && stem === ''; length -= 1) {
    stem = STEMS.get(token.slice(0, length)) ?? '';
  }
  known.set(token, stem);
  return stem;
}
