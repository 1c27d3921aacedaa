import { isUnspaced, type Word } from './words.js';
import { sameMeaning } from './synonyms.js';

/** The language data that is needed here; engines/extractive/terms.ts provides it. */
export interface WordForms {
  language: string;
  stem(word: string): string;
  isStopword(word: string): boolean;
}

/** Two words with this share of common trigrams are forms of one word: "electrical" and "electricity". */
const ALIKE = 0.5;
const WORTH = { same: 1, meaning: 0.9, alike: 0.8 };

/** `share` of the content words that are said. `places[at]` = where the word is said, as itself, in another form or as a synonym. */
export interface Support {
  share: number;
  contentWords: number;
  places: number[][];
  /** Whether the word itself or a form of it is said, and not only a synonym. */
  isSame: boolean[];
}

/** The words around a citation, prepared for look-ups word by word. */
export class SaidWords {
  readonly texts: ReadonlySet<string>;
  private readonly byStem = new Map<string, number[]>();
  private readonly byStart = new Map<string, string[]>();
  private readonly byMeaning = new Map<string, number[]>();

  constructor(
    readonly words: readonly Word[],
    private readonly forms: WordForms,
  ) {
    this.texts = new Set(words.map(({ text }) => text));
    words.forEach(({ text }, at) => {
      const stem = forms.stem(text);
      push(this.byStem, stem, at);
      for (const meaning of sameMeaning(stem, text)) push(this.byMeaning, meaning, at);
    });
    for (const text of this.texts) push(this.byStart, text.slice(0, 2), text);
  }

  /** Compares `sentence` with the speech; numbers and stop-words do not count. */
  support(sentence: readonly Word[]): Support {
    const places: number[][] = sentence.map(() => []);
    const isSame = sentence.map(() => false);
    let found = 0;
    let contentWords = 0;
    sentence.forEach((word, at) => {
      if (!this.isContent(word)) return;
      const place = this.placesOf(word);
      contentWords += 1;
      found += place.worth;
      places[at] = place.at;
      isSame[at] = place.worth === WORTH.same || place.worth === WORTH.alike;
    });
    return { share: contentWords === 0 ? 0 : found / contentWords, contentWords, places, isSame };
  }

  private placesOf({ text }: Word): { at: number[]; worth: number } {
    const stem = this.forms.stem(text);
    const own = this.byStem.get(stem);
    if (own) return { at: own, worth: WORTH.same };
    const meant = sameMeaning(stem, text).flatMap((meaning) => this.byMeaning.get(meaning) ?? []);
    if (meant.length > 0) return { at: meant, worth: WORTH.meaning };
    const relative = this.relativeOf(text);
    return relative === undefined
      ? { at: [], worth: 0 }
      : { at: this.byStem.get(this.forms.stem(relative)) ?? [], worth: WORTH.alike };
  }

  isContent(word: Word): boolean {
    if (isUnspaced(word)) return true;
    return word.text.length > 1 && !/^\d/.test(word.text) && !this.forms.isStopword(word.text);
  }

  isStopword({ text }: Word): boolean {
    return this.forms.isStopword(text);
  }

  /** Whether the word is probably not a name: a stop-word, or a word that is said in this or another form. */
  isCommon(word: Word): boolean {
    if (this.forms.isStopword(word.text) || this.byStem.has(this.forms.stem(word.text))) return true;
    return this.placesOf(word).worth > 0;
  }

  private relativeOf(text: string): string | undefined {
    if (text.length < 4) return undefined;
    const grams = trigrams(text);
    const relatives = this.byStart.get(text.slice(0, 2)) ?? [];
    const alike = relatives.find((other) => other.length >= 4 && dice(grams, trigrams(other)) >= ALIKE);
    if (alike !== undefined || text.length < 9) return alike;
    // Compounds: "Lindenhonig" contains "Honig".
    return [...this.texts].find((other) => other.length >= 5 && (text.endsWith(other) || text.startsWith(other)));
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function trigrams(text: string): Set<string> {
  const grams = new Set<string>();
  const padded = `^${text}`;
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  return grams;
}

function dice(one: Set<string>, other: Set<string>): number {
  let common = 0;
  for (const gram of one) if (other.has(gram)) common += 1;
  return (2 * common) / (one.size + other.size);
}
