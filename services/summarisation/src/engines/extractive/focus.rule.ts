/**
 * Rule (decision 23, custom_prompt): what the caller asks about pulls the choice of sentences towards what is said about it,
 * rare words and words asked for side by side most; and the answer claims it only when the sentences chosen speak of most of it.
 */
import { spokenWords } from './spoken-words.rule.js';
import { type Lexicon, type TermIndex, termOf } from './term.rule.js';
import { cleanTranscript } from './transcript-cleaning.rule.js';

/** Words that say how to summarise and not what about; without them "focus on the price" would look for "focus". */
const REQUEST_WORDS = new Set(
  (
    'answer bullet bullets brief briefly concentrate concise cover describe detail detailed details discuss emphasise emphasize ensure especially ' +
    'explain extract focus give highlight ignore important include instructions key list main mention mostly only outline output please point points ' +
    'provide reply respond sentence sentences short show speaker speakers style summarise summarize summarised summarized summary summaries talk tell ' +
    'tone transcript use video videos want happen happened happens role want what when where which who why how words write about previous'
  ).split(' '),
);

/** What was asked about; one term each, in the order of the prompt. `worth`: 1 said in the same form, 0.5 only its stem, 0 not said. */
interface Asked {
  id: number;
  worth: number;
  weight: number;
}

/** Each sentence that speaks of a term leaves so much of the wish for another one. */
const AGAIN = 0.35;
/** What a sentence off the focus is worth beside the best one on it, and one that was said next to a chosen one. */
const OFF_FOCUS = 0.02;
const BESIDE = new Map([[1, 0.5], [-1, 0.04]]);
/** One common word of what was asked ("John") is little beside the whole of it ("Greenwich and John Belville"). */
const STEEPNESS = 1.5;
/** Below this share of the best a mention is in passing. */
const PASSING = 0.08;
/** Where "leap second" is said at all, a "second" alone is likely another one. */
const HALF_A_PAIR = 0.4;

/** `bonus` of each unit that says two terms side by side; `paired`: the ids of such terms. */
interface Pairs {
  bonus: ReadonlyMap<number, number>;
  paired: ReadonlySet<number>;
}
/** Nobody asks about more; a bound on the work. */
const MAX_ASKED = 60;
/** Of a short prompt more than half must be spoken of, of a long one so many terms and a third. */
const ENOUGH = { share: 0.5, terms: 4, shareOfMany: 0.33 };

/** A custom prompt as it bears on one transcript. */
export class Focus {
  /** Where TextRank starts again: per unit the weight of what was asked in it. */
  readonly bias: Float64Array;
  private readonly top: number;
  private readonly saidIn: Map<number, Asked[]>;

  private constructor(
    private readonly asked: readonly Asked[],
    { bonus: pairBonus, paired }: Pairs,
    index: TermIndex,
  ) {
    const byId = new Map(asked.map((one) => [one.id, one]));
    this.saidIn = new Map();
    index.ofUnit.forEach((ids, unit) => {
      const own = Array.from(ids).flatMap((id) => byId.get(id) ?? []);
      if (own.length > 0) this.saidIn.set(unit, own);
    });
    this.bias = new Float64Array(index.ofUnit.length);
    for (const [unit, own] of this.saidIn) {
      const inPair = pairBonus.get(unit);
      this.bias[unit] = own.reduce((sum, { id, weight }) => sum + weight * (inPair ?? (paired.has(id) ? HALF_A_PAIR : 1)), 0);
    }
    const top = this.bias.reduce((a, b) => Math.max(a, b), 0);
    this.bias = this.bias.map((value) => (value < PASSING * top ? 0 : value));
    this.top = top;
  }

  /** Undefined when the video speaks of too little of `prompt` to follow it. */
  static of(prompt: string, lexicon: Lexicon, index: TermIndex, units: readonly { words: readonly string[] }[]): Focus | undefined {
    const terms = termsOf(prompt, lexicon);
    const asked = [...new Map(terms.map((one) => [one.term, one])).values()].slice(0, MAX_ASKED).map((one) => weighed(one, lexicon, index, units));
    const focus = new Focus(asked, sideBySide(terms.map((one) => one.term), lexicon, index, units), index);
    return focus.isMet(focus.saidIn.keys()) ? focus : undefined;
  }

  /** Whether `chosen` units speak of a real share of what was asked. */
  isMet(chosen: Iterable<number>): boolean {
    const said = new Set<Asked>();
    for (const unit of chosen) for (const one of this.saidIn.get(unit) ?? []) said.add(one);
    let met = 0;
    for (const { worth } of said) met += worth;
    const share = this.asked.length === 0 ? 0 : met / this.asked.length;
    return share > ENOUGH.share || (met >= ENOUGH.terms && share >= ENOUGH.shareOfMany);
  }

  /** How much a further unit is wished for after `taken`: 1 for the best one at first, never 0. With `quality`, in running text, what follows a taken one needs not stand alone. */
  favour(taken: readonly number[], quality?: Float64Array): (unit: number) => number {
    const said = new Map<number, number>();
    for (const unit of taken) for (const { id } of this.saidIn.get(unit) ?? []) said.set(id, (said.get(id) ?? 0) + 1);
    return (unit) => {
      const own = this.saidIn.get(unit);
      if (!own || this.bias[unit] === 0) {
        return Math.max(OFF_FOCUS, ...(quality ? taken : []).map((other) => this.beside(unit, other) / (unit > other ? (quality?.[unit] ?? 1) : 1)));
      }
      const all = own.reduce((sum, { weight }) => sum + weight, 0);
      const left = own.reduce((sum, { id, weight }) => sum + weight * AGAIN ** (said.get(id) ?? 0), 0);
      return OFF_FOCUS + (this.bias[unit] / this.top) ** STEEPNESS * (left / all);
    };
  }

  private beside(unit: number, other: number): number {
    return (BESIDE.get(unit - other) ?? 0) * (this.bias[other] / this.top);
  }
}

function weighed({ term, word }: { term: string; word: string }, lexicon: Lexicon, index: TermIndex, units: readonly { words: readonly string[] }[]): Asked {
  const id = index.idOf.get(term) ?? -1;
  const saying = id < 0 ? [] : units.filter((_, unit) => index.ofUnit[unit].includes(id));
  const forms = new Set(saying.flatMap((unit) => unit.words.map((said) => form(said, lexicon))));
  const worth = saying.length === 0 ? 0 : lexicon.language !== 'en' || forms.has(form(word, lexicon)) ? 1 : 0.5;
  return { id, worth, weight: saying.length === 0 ? 0 : worth * Math.log(units.length / saying.length + 1) ** 2 };
}

/** "Computing" is a form of "compute" and not of "computer", although the stem is the same. */
function form(word: string, lexicon: Lexicon): string {
  const bare = word.toLowerCase().replace(/[’ʼ]/g, "'").replace(/'s$|[^\p{L}\p{N}]/gu, '');
  return lexicon.language === 'en' ? bare.replace(/ies$/, 'y').replace(/(?:es|s|ed|ing|e)$/, '') : bare;
}

/** Units that say two terms side by side as the prompt does count double for each such pair. */
function sideBySide(terms: readonly string[], lexicon: Lexicon, index: TermIndex, units: readonly { words: readonly string[] }[]): Pairs {
  const pairs = terms.slice(1, MAX_ASKED).map((term, at) => [terms[at], term]);
  const bonus = new Map<number, number>();
  const paired = new Set<number>();
  for (const [first, second] of pairs) {
    const [a, b] = [index.idOf.get(first), index.idOf.get(second)];
    if (a === undefined || b === undefined || a === b) continue;
    index.ofUnit.forEach((ids, unit) => {
      if (!ids.includes(a) || !ids.includes(b)) return;
      const said = units[unit].words.map((word) => termOf(word, lexicon)).filter((term) => term !== null);
      if (!said.some((term, at) => term === first && said[at + 1] === second)) return;
      bonus.set(unit, (bonus.get(unit) ?? 1) * 2);
      paired.add(a).add(b);
    });
  }
  return { bonus, paired };
}

function termsOf(focus: string, lexicon: Lexicon): { term: string; word: string }[] {
  const words = spokenWords(cleanTranscript([{ startMs: 0, durationMs: 0, text: focus }]), lexicon.language, lexicon.isFiller);
  const subject = words.filter((word) => !REQUEST_WORDS.has(word.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')));
  return subject.flatMap(({ text: word }) => {
    const term = termOf(word, lexicon);
    return term === null ? [] : [{ term, word }];
  });
}
