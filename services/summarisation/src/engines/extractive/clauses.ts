import { type NumberWords, numberWords } from '../../verification/number-words.js';
import { folded } from '../../verification/words.js';
import { type SpokenWords, WORD } from './spoken-words.js';
import { lexiconOf } from './terms.js';

const REACH = 8;
/** A marker cuts only after so many words, a pause only after so few: shorter stretches say nothing alone. */
const MIN_WORDS_BEFORE = { marker: 12, pause: 6, answer: 3, restating: 6 };
/** A clause that a condition opened so few words ago still waits for its main clause. */
const CONDITION_REACH = { here: 8, opening: 4 };

/** What a word is wherever it is said, one bit each. */
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
 * By language; an unknown one is taken for English. Where "dangling" is not listed, every word of grammar dangles. In a language that is not here
 * commas and caption lines decide alone.
 */
const WORDS: Record<string, Traits | undefined> = {
  en: {
    opener: 'and because but if or since so then unless when where whether which while who although until',
    subject: "he i it it's she there they this we you you're",
    dangling:
      "a about an and are as at because be but by can for from had has have i if in into is it its it's my no not of on or our so than that that's the their " +
      "then there these they this to very was we were when which with would you your you've i've we've",
    marker: 'so but now okay ok then also however because',
    // These begin something new wherever they stand; "restating" ones are the second half of a pair ("it is worn that's the mark").
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
/** Worth less than any place in reach. */
const NEVER = -100;

/** Where a thought may end in speech without punctuation. Words are meant by their places in it. */
export class Clauses {
  /** By form, judged when it is first asked for: punctuated speech asks for few. */
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

  /** Whether a clause ends before word `at`: a comma stands there, or a word that opens one. */
  opensAt(at: number): boolean {
    return this.is(at - 1, IS.comma) || this.is(at, IS.opener);
  }

  /** Whether one of the last words before `to`, from `from` on, opened a clause that still waits for its main one. */
  isConditional(from: number, to: number): boolean {
    for (let at = Math.max(from, to - CONDITION_REACH.here); at < to; at += 1)
      if (this.is(at, IS.condition)) return true;
    return false;
  }

  /** Whether a stretch that began at `from` is best cut before word `at`: a long pause, a marker, an answer. */
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
   * The best place to cut the words from `from` up to `to` within reach of `wanted`: where a clause opens, a comma stands or a caption line ends,
   * never after "the". The piece before it ends there. Ties go to the nearer, then earlier.
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

  /** "Setenta | y tres", "one hundred | and seventy": either half is another number. */
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
