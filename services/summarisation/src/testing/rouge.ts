/**
 * ROUGE as google's rouge_score computes it (lower case, [a-z0-9]+, Porter stems of words longer than 3 letters, clipped n-gram F1, LCS of the
 * whole texts for L, union LCS by sentence for Lsum). A measuring tool for specs and benchmarks; no service uses it.
 */
import { newStemmer } from 'snowball-stemmers';

/** F1 in percent. */
export interface Rouge {
  r1: number;
  r2: number;
  rL: number;
  rLsum: number;
}

const porter = newStemmer('porter');
const stems = new Map<string, string>();

/** Scores `candidate` against `reference`; both are lists of sentences. */
export function rouge(candidate: readonly string[], reference: readonly string[]): Rouge {
  const ours = candidate.map(tokens);
  const theirs = reference.map(tokens);
  return {
    r1: ngramF1(ours.flat(), theirs.flat(), 1),
    r2: ngramF1(ours.flat(), theirs.flat(), 2),
    rL: lcsF1([ours.flat()], [theirs.flat()]),
    rLsum: lcsF1(ours, theirs),
  };
}

/** The stemmed tokens that are compared. */
export function tokens(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.map((word) => {
    if (word.length <= 3) return word;
    let stem = stems.get(word);
    if (stem === undefined) stems.set(word, (stem = porter.stem(word)));
    return stem;
  });
}

function ngramF1(ours: readonly string[], theirs: readonly string[], n: number): number {
  const mine = counts(ours, n);
  const other = counts(theirs, n);
  let common = 0;
  for (const [gram, count] of mine) common += Math.min(count, other.get(gram) ?? 0);
  return f1(common, Math.max(0, ours.length - n + 1), Math.max(0, theirs.length - n + 1));
}

function counts(words: readonly string[], n: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let at = 0; at + n <= words.length; at += 1) {
    const gram = words.slice(at, at + n).join(' ');
    found.set(gram, (found.get(gram) ?? 0) + 1);
  }
  return found;
}

function lcsF1(ours: readonly string[][], theirs: readonly string[][]): number {
  const left = counts(ours.flat(), 1);
  const wanted = counts(theirs.flat(), 1);
  let hits = 0;
  for (const reference of theirs) {
    const union = new Set(ours.flatMap((sentence) => lcsPositions(reference, sentence)));
    for (const at of union) {
      const word = reference[at];
      // Clipped as in rouge_score: a word counts no more often than either side contains it.
      if ((left.get(word) ?? 0) <= 0 || (wanted.get(word) ?? 0) <= 0) continue;
      left.set(word, (left.get(word) ?? 0) - 1);
      wanted.set(word, (wanted.get(word) ?? 0) - 1);
      hits += 1;
    }
  }
  return f1(hits, ours.flat().length, theirs.flat().length);
}

/** Positions in `a` of one longest common subsequence of `a` and `b`. */
function lcsPositions(a: readonly string[], b: readonly string[]): number[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      table[i][j] = a[i - 1] === b[j - 1] ? table[i - 1][j - 1] + 1 : Math.max(table[i - 1][j], table[i][j - 1]);
    }
  }
  const positions: number[] = [];
  for (let i = a.length, j = b.length; i > 0 && j > 0;) {
    if (a[i - 1] === b[j - 1]) {
      positions.push(i - 1);
      i -= 1;
      j -= 1;
    } else if (table[i][j - 1] > table[i - 1][j]) j -= 1;
    else i -= 1;
  }
  return positions;
}

function f1(common: number, ours: number, theirs: number): number {
  return ours + theirs === 0 ? 0 : (200 * common) / (ours + theirs);
}
