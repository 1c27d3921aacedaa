import { type NumberWords, numberWords } from '../../verification/number-words.js';
import { folded } from '../../verification/words.js';
import { type SpokenWords, WORD } from './spoken-words.js';
import { lexiconOf } from './terms.js';

const REACH = 8;
/** The least number of words before a cut of each kind: shorter stretches say nothing alone. */
const MIN_WORDS_BEFORE = { marker: 12, pause: 6, answer: 3, restating: 6 };
/** In words: a clause that a condition opened this recently still waits for its main clause. */
const CONDITION_REACH = { here: 8, opening: 4 };

/** Properties of a word that do not depend on its place, one bit each. */
const IS = {
  dangling: 1,
  opener: 2,
  subject: 4,
  marker: 8,
  answer: 16,
  restating: 32,
  condition: 64,
  and: 128,
  comma: 256,
  number: 512,
  joint: 1024,
};
type Traits = Partial<Record<keyof typeof IS, string>>;
/**
 * Word lists by language; an unknown language is treated as English. In a language without a "dangling" list, every grammar word dangles. In a
 * language without an entry, only commas and caption lines decide.
 */
const WORDS: Record<string, Traits | undefined> = {
  en: {
    opener: 'and because but if or since so then unless when where whether which while who although until',
    subject: "he i it it's she there they this we you you're",
    dangling:
      "a about an and are as at because be but by can for from had has have i if in into is it its it's my no not of on or our so than that that's the their " +
      "then there these they this to very was we were when which with would you your you've i've we've",
    marker: 'so but now okay ok then also however because',
    // Words that begin a new clause anywhere. "Restating" words begin the second half of a pair ("it is worn that's the mark").
    answer: 'yes yeah yep okay ok',
    restating: "here's that's there's",
    condition: 'if when once since because while',
    and: 'and',
  },
  de: {
    opener:
      'und aber oder denn weil wenn damit obwohl während bevor nachdem sobald sondern also dann deshalb deswegen trotzdem außerdem',
    marker: 'aber also dann deshalb deswegen trotzdem außerdem',
  },
  es: {
    opener: 'y pero porque si cuando aunque mientras pues entonces sino así además',
    marker: 'pero pues entonces además',
  },
  fr: {
    opener: 'et mais donc car parce quand lorsque si alors puis ensuite comme puisque',
    marker: 'mais donc alors puis ensuite',
  },
  pt: {
    opener: 'e mas porque se quando embora enquanto então pois depois senão aí',
    marker: 'mas então depois aí',
  },
};
const TRAITS = new Map(Object.entries(WORDS).map(([language, lists]) => [language, traitsIn(lists ?? {})]));

function traitsIn(lists: Traits): ReadonlyMap<string, number> {
  const traits = new Map<string, number>();
  for (const [name, list] of Object.entries(lists) as [keyof Traits, string][])
    for (const word of list.split(' ')) traits.set(word, (traits.get(word) ?? 0) | IS[name]);
  return traits;
}
const MAY_CUT = IS.answer | IS.restating | IS.marker | IS.and;
const NOT_JUDGED = -1;
/** Lower than the score of any place within reach. */
const NEVER = -100;

/** Finds where a thought may end in speech without punctuation. Words are identified by their positions. */
export class Clauses {
  /** Traits by form, computed on first use: punctuated speech needs few. */
  private readonly traits: Int32Array;
  private readonly known?: ReadonlyMap<string, number>;
  private readonly dangles: (word: string) => boolean;
  private readonly numbers: NumberWords;

  constructor(
    private readonly words: SpokenWords,
    language: string,
  ) {
    const spoken = language === 'und' ? 'en' : language;
    this.known = TRAITS.get(spoken);
    const isListed = WORDS[spoken]?.dangling !== undefined;
    const { isStopword } = lexiconOf(spoken);
    this.dangles = (word) => !isListed && (isStopword(word) || this.known?.has(word) === true);
    this.numbers = numberWords(spoken);
    this.traits = new Int32Array(words.forms.texts.length).fill(NOT_JUDGED);
  }

  /** Whether a clause ends before word `at`: after a comma, or before a word that opens a clause. */
  opensAt(at: number): boolean {
    return this.is(at - 1, IS.comma) || this.is(at, IS.opener);
  }

  /** Whether one of the last words before `to`, at or after `from`, opened a clause that still waits for its main clause. */
  isConditional(from: number, to: number): boolean {
    for (let at = Math.max(from, to - CONDITION_REACH.here); at < to; at += 1)
      if (this.is(at, IS.condition)) return true;
    return false;
  }

  /** Whether a stretch that began at `from` is best cut before word `at`: at a long pause, a marker or an answer. */
  cutsBefore(at: number, from: number): boolean {
    const said = at - from;
    if (this.words.has(at, WORD.pause)) return said >= MIN_WORDS_BEFORE.pause;
    if (said < MIN_WORDS_BEFORE.answer) return false;
    const own = this.traitsAt(at);
    if ((own & MAY_CUT) === 0 || this.is(at - 1, IS.dangling)) return false;
    if ((own & IS.answer) !== 0) return true;
    // "If the lever feels soft there's air in the line": the second half is the main clause.
    if (said >= MIN_WORDS_BEFORE.restating && (own & IS.restating) !== 0) {
      if (!this.isConditional(from, from + CONDITION_REACH.opening)) return true;
    }
    if (said < MIN_WORDS_BEFORE.marker) return false;
    return this.is((own & IS.and) !== 0 ? at + 1 : at, IS.marker);
  }

  /**
   * The best place within reach of `wanted` to cut the words from `from` up to `to`: where a clause opens, after a comma or at the end of a caption
   * line, and never after "the". The first piece ends before the returned word. Of equal places the nearer is taken, then the earlier.
   */
  softCut(from: number, to: number, wanted: number): number {
    let best = wanted;
    let most = -Infinity;
    for (let reach = 0; reach <= REACH; reach += 1) {
      for (const at of [wanted - reach, wanted + reach]) {
        if (at <= from || at >= to) continue;
        const worth = this.worthOf(at) - reach / 4;
        if (worth > most) [best, most] = [at, worth];
      }
    }
    return best;
  }

  private worthOf(at: number): number {
    if (this.isInNumber(at)) return NEVER;
    const [before, own] = [this.traitsAt(at - 1), this.traitsAt(at)];
    const comma = (before & IS.comma) !== 0 ? 3 : 0;
    const opens = (own & IS.opener) !== 0 ? 3 : (own & IS.subject) !== 0 ? 1.5 : 0;
    return comma + opens + (this.words.has(at, WORD.lineStart) ? 1 : 0) - ((before & IS.dangling) !== 0 ? 4 : 0);
  }

  /** A cut inside a number would leave two other numbers: "setenta | y tres", "one hundred | and seventy". */
  private isInNumber(at: number): boolean {
    if (!this.is(at - 1, IS.number)) return false;
    return this.is(at, IS.number) || (this.is(at, IS.joint) && this.is(at + 1, IS.number));
  }

  private is(at: number, trait: number): boolean {
    return at < this.words.length && (this.traitsAt(at) & trait) !== 0;
  }

  private traitsAt(at: number): number {
    const form = this.words.form[at];
    if (this.traits[form] === NOT_JUDGED) this.traits[form] = this.traitsOf(this.words.forms.texts[form]);
    return this.traits[form];
  }

  private traitsOf(text: string): number {
    const word = text.toLowerCase();
    const known = this.known?.get(word) ?? 0;
    const comma = /[,;:、，]$/.test(word) ? IS.comma : 0;
    return known | comma | (this.known !== undefined && this.dangles(word) ? IS.dangling : 0) | this.numberTraits(word);
  }

  private numberTraits(word: string): number {
    const { ones, scales, joins } = this.numbers;
    if (joins.has(word)) return IS.joint;
    const plain = /[^ -~]/.test(word) ? folded(word) : word;
    const first = plain.charCodeAt(0);
    return (first >= 0x30 && first <= 0x39) || ones.has(plain) || scales.has(plain) ? IS.number : 0;
  }
}
