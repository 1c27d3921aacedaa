import { canName } from '../../chapters/naming-words.js';
import { bareWord } from './bare-word.js';
import type { Selection } from './selection.js';
import type { Sliced } from '../../work/slices.js';
import { UNSPACED } from './spoken-words.js';
import { NO_TERM, type TermIndex, termsSaid } from './terms.js';

const TERMS_PER_TITLE = 3;
/** Two words that are adjacent in this share of their uses form one name: "leap second". */
const TOGETHER = 0.5;
/** Bounds the work for a part without a word that can name anything. */
const MOST_TRIES = 30;

/** Facts about the units that titles are made from, indexed by unit. */
export interface Titled {
  words: readonly (readonly string[])[];
  index: TermIndex;
  language: string;
}

/**
 * In slices, titles each part by words that are said in it: up to three terms that are more frequent in it than in the other parts, joined by
 * commas. '' when nothing of substance is said. A term of two parts titles only the part that says it more often.
 */
export function* partTitles(parts: Selection['parts'], spoken: Titled): Sliced<string[]> {
  const { words, index, language } = spoken;
  const bounds = [...parts.map(({ start }) => start), words.length];
  const said: Int32Array[] = [];
  const total = new Int32Array(index.weight.length);
  for (let part = 0; part < parts.length; part += 1) {
    yield;
    said.push(counts(bounds[part], bounds[part + 1], index));
    for (let id = 0; id < total.length; id += 1) total[id] += said[part][id];
  }
  const taken = new Set<number>();
  const titles: string[] = [];
  for (const [part, own] of said.entries()) {
    const names: string[] = [];
    for (let tries = 0; tries < MOST_TRIES && names.length < TERMS_PER_TITLE; tries += 1) {
      yield;
      const id = mostTelling(own, total, taken);
      if (id < 0) break;
      const { name, form, ids } = nameOf(id, own[id], bounds[part], bounds[part + 1], spoken);
      own[id] = 0;
      if (!canName(form, language)) continue;
      for (const used of ids) taken.add(used);
      names.push(name);
    }
    titles.push(names.join(', '));
  }
  return titles;
}

/** Counts how many units of the part contain each term. */
function counts(from: number, to: number, index: TermIndex): Int32Array {
  const found = new Int32Array(index.weight.length);
  for (let unit = from; unit < to; unit += 1) for (const id of index.ofUnit[unit]) found[id] += 1;
  return found;
}

/** The term that is most characteristic of a part compared with the others; -1 when all are taken. */
function mostTelling(own: Int32Array, total: Int32Array, taken: ReadonlySet<number>): number {
  let best = -1;
  let most = 0;
  for (let id = 0; id < own.length; id += 1) {
    if (own[id] === 0) continue;
    const worth = (own[id] * own[id]) / total[id];
    if (worth > most && !taken.has(id)) [best, most] = [id, worth];
  }
  return best;
}

/** The most frequent form of the term in the part, together with a word that nearly always accompanies it. */
function nameOf(
  id: number,
  times: number,
  from: number,
  to: number,
  { words, index, language }: Titled,
): { name: string; form: string; ids: number[] } {
  const forms = new Map<string, number>();
  const pairs = new Map<string, { ids: number[]; times: number }>();
  for (let unit = from; unit < to; unit += 1) {
    if (!index.ofUnit[unit].includes(id)) continue;
    const said = words[unit];
    const ids = termsSaid(index, unit);
    said.forEach((word, at) => {
      if (ids[at] !== id) return;
      const form = shown(word, at);
      forms.set(form, (forms.get(form) ?? 0) + 1);
      const next = ids[at + 1] ?? NO_TERM;
      if (next < 0 || next === id || /\P{L}$/u.test(word)) return;
      const after = shown(said[at + 1], at + 1);
      // "Apollo 11" is a name, "ferry three" is not.
      if (!canName(after, language) && !/^\d/.test(after)) return;
      const space = UNSPACED.test(form.slice(-1)) && UNSPACED.test(after.charAt(0)) ? '' : ' ';
      const pair = form + space + after;
      const known = pairs.get(pair);
      pairs.set(pair, { ids: [id, next], times: (known?.times ?? 0) + 1 });
    });
  }
  const [pair, beside] = [...pairs].sort(([, a], [, b]) => b.times - a.times)[0] ?? [];
  const [form] = [...forms].sort(([, a], [, b]) => b - a)[0] ?? [''];
  if (pair !== undefined && beside !== undefined && beside.times > 1 && beside.times >= TOGETHER * times)
    return { name: pair, form, ids: beside.ids };
  return { name: form, form, ids: [id] };
}

/** The word without marks around it. The first word of a unit is in lower case, because its capital may only mark the start of a sentence. */
function shown(word: string, at: number): string {
  return at === 0 ? bareWord(word) : word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '').replace(/['’]s$/, '');
}
