import { lexiconOf, termOf } from '@precis/summarisation/engines/extractive/terms';
import type { TranscriptSegment } from '@precis/summarisation/transcripts/captions';

/** English only, with the stems that the engine caches too. */
const LEXICON = lexiconOf('en');
const MAX_WORDS = 24;
const DAMPING = 0.85;
const ROUNDS = 30;
const ENOUGH = 1e-6;
const AGAIN = 0.3;

/** Sentences in the order of the video; the terms of sentence s are `terms[starts[s]]` up to `terms[starts[s + 1]]`. */
interface Tokens {
  texts: string[];
  lengths: number[];
  terms: Int32Array;
  starts: Int32Array;
  vocabulary: number;
}

/**
 * The plain algorithm that the engine is compared with: words, cached stems, factorised TextRank (Mihalcea and Tarau 2004) and greedy coverage,
 * without the steps that make a summary readable. Returns the `count` chosen sentences in the order of the video.
 */
export function bareTextRank(segments: readonly TranscriptSegment[], count: number): string[] {
  const tokens = tokenise(segments);
  const df = new Float64Array(tokens.vocabulary);
  for (const term of tokens.terms) df[term] += 1;
  const total = tokens.texts.length;
  const weight = df.map((of) => (of > 1 ? Math.sqrt(of) * Math.log(total / of + 1) : 0));
  const rank = ranks(tokens);
  return cover(tokens, weight, rank, count).map((sentence) => tokens.texts[sentence]);
}

function tokenise(segments: readonly TranscriptSegment[]): Tokens {
  const texts: string[] = [];
  const lengths: number[] = [];
  const terms: number[] = [];
  const starts = [0];
  const idOfStem = new Map<string, number>();
  const idOfWord = new Map<string, number>();
  const lastSaidIn: number[] = [];
  let words: string[] = [];
  const close = () => {
    if (words.length === 0) return;
    texts.push(words.join(' '));
    lengths.push(words.length);
    starts.push(terms.length);
    words = [];
  };
  for (const { text } of segments) {
    for (const word of text.split(' ')) {
      if (word === '') continue;
      words.push(word);
      let id = idOfWord.get(word);
      if (id === undefined) {
        const stem = termOf(word, LEXICON);
        id = stem === null ? -1 : (idOfStem.get(stem) ?? idOfStem.size);
        if (stem !== null) idOfStem.set(stem, id);
        idOfWord.set(word, id);
      }
      if (id >= 0 && lastSaidIn[id] !== texts.length) {
        lastSaidIn[id] = texts.length;
        terms.push(id);
      }
      const last = word[word.length - 1];
      if (last === '.' || last === '!' || last === '?' || words.length >= MAX_WORDS) close();
    }
  }
  close();
  return { texts, lengths, terms: Int32Array.from(terms), starts: Int32Array.from(starts), vocabulary: idOfStem.size };
}

function ranks({ starts, terms, lengths, vocabulary }: Tokens): Float64Array {
  const d = Float64Array.from(lengths, (length) => 1 / Math.log(length + 2));
  const sums = new Float64Array(vocabulary);
  const flow = (x: Float64Array, result: Float64Array): Float64Array => {
    sums.fill(0);
    for (let s = 0; s < d.length; s += 1) {
      const give = d[s] * x[s];
      for (let at = starts[s]; at < starts[s + 1]; at += 1) sums[terms[at]] += give;
    }
    for (let s = 0; s < d.length; s += 1) {
      // Excludes the sentence itself; a term of only one sentence links it to nothing.
      let sum = -d[s] * x[s] * (starts[s + 1] - starts[s]);
      for (let at = starts[s]; at < starts[s + 1]; at += 1) sum += sums[terms[at]];
      result[s] = d[s] * Math.max(0, sum);
    }
    return result;
  };
  const outflow = flow(new Float64Array(d.length).fill(1), new Float64Array(d.length));
  const start = 1 / Math.max(1, d.length);
  const share = new Float64Array(d.length);
  let [rank, next] = [new Float64Array(d.length).fill(start), new Float64Array(d.length)];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let s = 0; s < d.length; s += 1) share[s] = outflow[s] > 0 ? rank[s] / outflow[s] : 0;
    flow(share, next);
    let moved = 0;
    for (let s = 0; s < d.length; s += 1) {
      next[s] = (1 - DAMPING) * start + DAMPING * next[s];
      moved += Math.abs(next[s] - rank[s]);
    }
    [rank, next] = [next, rank];
    if (moved < ENOUGH) break;
  }
  return rank;
}

function cover({ starts, terms, lengths }: Tokens, weight: Float64Array, rank: Float64Array, count: number): number[] {
  const left = weight.slice();
  const picked = new Set<number>();
  while (picked.size < Math.min(count, lengths.length)) {
    let best = -1;
    let most = -1;
    for (let s = 0; s < lengths.length; s += 1) {
      let sum = 0;
      for (let at = starts[s]; at < starts[s + 1]; at += 1) sum += left[terms[at]];
      const gain = (sum / Math.sqrt(lengths[s])) * rank[s];
      if (gain > most && !picked.has(s)) [best, most] = [s, gain];
    }
    picked.add(best);
    for (let at = starts[best]; at < starts[best + 1]; at += 1) left[terms[at]] *= AGAIN;
  }
  return [...picked].sort((a, b) => a - b);
}
