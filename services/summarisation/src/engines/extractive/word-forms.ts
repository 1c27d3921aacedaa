import { randomInt } from 'node:crypto';
import { bareWord } from './bare-word.js';
import { PAUSE_EVERY, type Sliced } from '../../work/slices.js';

/** Random in each thread, so that nobody can choose words that all fall into one slot of the table. */
const SEED = randomInt(2 ** 31);
const FIRST_SLOTS = 1_024;
const SPACE = 0x20;
/** Read from Math once: where modules run in a context of their own, as in tests, each access to a global costs a hundred multiplications. */
const { imul } = Math;

/**
 * Numbers the different words of a transcript, each in the form in which it was said. Hours of speech repeat each word many times, so properties of
 * a word are computed once per form, and words are compared by number. The custom hash table finds a word inside its line. A Map would need each
 * word cut out as a string first, and collecting those would cost more than everything else.
 */
export class WordForms {
  readonly texts: string[] = [];
  private readonly bares: string[] = [];
  /** Hashes by form. Each table slot holds the form plus one; linear probing, at most half full. */
  private hashes = new Int32Array(FIRST_SLOTS / 2);
  private slots = new Int32Array(FIRST_SLOTS);
  private readonly found: number[] = [];

  /** The number of `text`; the next free number when it is new. */
  numberOf(text: string): number {
    let hash = SEED;
    for (let at = 0; at < text.length; at += 1) hash = mixed(hash, text.charCodeAt(at));
    return this.numberAt(text, 0, text.length, hash);
  }

  /** The numbers of the space-separated words in `text`, at most the first `most`. */
  numbersIn(text: string, most: number): number[] {
    let count = 0;
    let from = 0;
    let hash = SEED;
    for (let at = 0; at <= text.length && count < most; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : SPACE;
      if (code !== SPACE) hash = mixed(hash, code);
      else {
        if (at > from) this.found[count++] = this.numberAt(text, from, at, hash);
        from = at + 1;
        hash = SEED;
      }
    }
    return this.found.slice(0, count);
  }

  /** The number of the word in `text` from `from` up to `to`. */
  private numberAt(text: string, from: number, to: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const form = this.slots[slot] - 1;
      if (form < 0) return this.add(text.slice(from, to), hash, slot);
      if (this.hashes[form] === hash && isAt(this.texts[form], text, from, to)) return form;
    }
  }

  private add(text: string, hash: number, slot: number): number {
    const form = this.texts.push(text) - 1;
    this.hashes[form] = hash;
    this.slots[slot] = form + 1;
    if (this.texts.length === this.hashes.length) this.makeRoom();
    return form;
  }

  private makeRoom(): void {
    const hashes = new Int32Array(2 * this.hashes.length);
    hashes.set(this.hashes);
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let form = 0; form < this.texts.length; form += 1) {
      let slot = hashes[form] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = form + 1;
    }
    [this.hashes, this.slots] = [hashes, slots];
  }

  /** bareWord() of a form. */
  bareOf(form: number): string {
    return (this.bares[form] ??= bareWord(this.texts[form]));
  }

  /** Applies `judge` to each form, in slices. */
  *judged(judge: (text: string, form: number) => number): Sliced<Int32Array> {
    const verdicts = new Int32Array(this.texts.length);
    for (let form = 0; form < verdicts.length; form += 1) {
      if (form % PAUSE_EVERY.words === 0) yield;
      verdicts[form] = judge(this.texts[form], form);
    }
    return verdicts;
  }
}

/** One step of FNV-1a with a shift, so that the low bits depend on all characters. */
function mixed(hash: number, code: number): number {
  const product = imul(hash ^ code, 0x01000193);
  return product ^ (product >>> 15);
}

function isAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (word.charCodeAt(at - from) !== text.charCodeAt(at)) return false;
  return true;
}
