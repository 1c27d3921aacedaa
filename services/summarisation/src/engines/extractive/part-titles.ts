import { bareWord } from './bare-word.js';
import type { Selection } from './selection.js';
import type { TermIndex } from './terms.js';

const TERMS_PER_TITLE = 3;
/** Two words that stand together in this share of their uses are one name: "leap second". */
const TOGETHER = 0.5;

/** What is known of the units when titles are made; all by unit. */
export interface Titled {
  words: readonly (readonly string[])[];
  index: TermIndex;
}

/**
 * What each part is about, in words that are said there: up to three terms that it has more of than the other parts, joined by commas; '' when nothing
 * of substance is said. A term of two parts titles only the one that says it more.
 */
export function partTitles(parts: Selection['parts'], { words, index }: Titled): string[] {
  const bounds = [...parts.map(({ start }) => start), words.length];
  const said = parts.map((_, part) => counts(bounds[part], bounds[part + 1], index));
  const total = new Float64Array(index.weight.length);
  for (const own of said) for (const [id, times] of own) total[id] += times;
  const taken = new Set<number>();
  return said.map((own, part) => {
    const worth = ([id, times]: [number, number]) => (times * times) / total[id];
    const best = [...own].filter(([id]) => !taken.has(id)).sort((a, b) => worth(b) - worth(a) || a[0] - b[0]);
    const names: string[] = [];
    for (const [id, times] of best) {
      if (names.length === TERMS_PER_TITLE) break;
      if (taken.has(id)) continue;
      const { name, ids } = nameOf(id, times, bounds[part], bounds[part + 1], { words, index });
      if (/^[\d\P{L}]*$/u.test(name)) continue;
      for (const used of ids) taken.add(used);
      names.push(name);
    }
    return names.join(', ');
  });
}

/** How many units of the part say each term. */
function counts(from: number, to: number, index: TermIndex): Map<number, number> {
  const found = new Map<number, number>();
  for (let unit = from; unit < to; unit += 1)
    for (const id of index.ofUnit[unit]) found.set(id, (found.get(id) ?? 0) + 1);
  return found;
}

/** The form in which the part says a term most, with the word that nearly always stands beside it. */
function nameOf(
  id: number,
  times: number,
  from: number,
  to: number,
  { words, index }: Titled,
): { name: string; ids: number[] } {
  const forms = new Map<string, number>();
  const pairs = new Map<string, { ids: number[]; times: number }>();
  const termOf = (word: string | undefined) => (word === undefined ? -1 : (index.idOfWord.get(word) ?? -1));
  for (let unit = from; unit < to; unit += 1) {
    if (!index.ofUnit[unit].includes(id)) continue;
    const said = words[unit];
    said.forEach((word, at) => {
      if (termOf(word) !== id) return;
      const form = shown(word, at);
      forms.set(form, (forms.get(form) ?? 0) + 1);
      const next = termOf(said[at + 1]);
      if (next < 0 || next === id || /\P{L}$/u.test(word)) return;
      const pair = `${form} ${shown(said[at + 1], at + 1)}`;
      const known = pairs.get(pair);
      pairs.set(pair, { ids: [id, next], times: (known?.times ?? 0) + 1 });
    });
  }
  const [pair, beside] = [...pairs].sort(([, a], [, b]) => b.times - a.times)[0] ?? [];
  if (pair !== undefined && beside !== undefined && beside.times > 1 && beside.times >= TOGETHER * times)
    return { name: pair, ids: beside.ids };
  const [name] = [...forms].sort(([, a], [, b]) => b - a)[0] ?? [''];
  return { name, ids: [id] };
}

/** As it is said inside a sentence: a capital that only opens one is none of its own. */
function shown(word: string, at: number): string {
  return at === 0 ? bareWord(word) : word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '').replace(/['’]s$/, '');
}
