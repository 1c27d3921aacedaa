import type { FocusReason } from '../summary-engine.js';
import { askedSubject } from './asked-subject.js';
import { isCount, isJoining, isOfForm } from './form-words.js';
import { wordsOfText } from './spoken-words.js';
import { type Lexicon, NO_TERM, type TermIndex, UNREAD, termOf } from './terms.js';

/** Words that say how to summarise, not what about. Without this list, "focus on the price" would look for "focus". */
const REQUEST_WORDS = new Set(
  (
    'answer bullet bullets brief briefly concentrate concise cover describe detail detailed details discuss emphasise emphasize ensure especially ' +
    'explain extract focus give highlight ignore important include instructions key list main mention mostly only outline output please point points ' +
    'provide reply respond sentence sentences short show speaker speakers style summarise summarize summarised summarized summary summaries talk tell ' +
    'tone transcript use video videos want happen happened happens role want what when where which who why how words write about previous translate ' +
    'antworte bitte erklär erkläre erklären fasse gib schreib schreibe übersetze zusammen zusammenfassen zusammenfassung wie warum was ' +
    'cómo dame escribe explica explicar favor qué responde resume resumen resumir traduce'
  ).split(' '),
);

/**
 * Verbs of any question: "How do I fix the brakes?" is about brakes, whichever word the speaker uses for fixing. They attract sentences, but are
 * not required.
 */
const GENERIC_VERBS = new Set(
  (
    'build buy change check choose create do find fix get handle help improve install learn make need prevent remove repair replace set solve stop teach ' +
    'understand work works funktioniert funktionieren mache machen macht repariere reparieren repariert wechsle wechseln ' +
    'arreglar arreglo cambiar cambio funciona funcionan hacer hago reparar reparo'
  ).split(' '),
);

/**
 * One term of the prompt, in the prompt's order. `worth`: 1 when it is said in the same form, 0.5 when only its stem is said, 0 when it is not
 * said.
 */
interface Asked {
  id: number;
  worth: number;
  weight: number;
  isRequired: boolean;
}

/** Each chosen sentence with a term multiplies the weight of that term in further sentences by this. */
const AGAIN = 0.35;
/** The value of a sentence without any term of the prompt, relative to the best one with its terms. */
const OFF_FOCUS = 0.02;
/** The same for such a sentence right after or right before a chosen one. */
const BESIDE = new Map([
  [1, 0.5],
  [-1, 0.04],
]);
/** Exponent that favours sentences with the whole subject ("Greenwich and John Belville") over those with one common word of it ("John"). */
const STEEPNESS = 1.5;
/** A mention with less than this share of the best score is only in passing. */
const PASSING = 0.08;
/** The weight of a term alone, when the video has it in a pair: where "leap second" is said, "second" probably means something else. */
const HALF_A_PAIR = 0.4;

/** `bonus`: for each unit that has two terms of the prompt next to each other, a factor. `paired`: the ids of such terms. */
interface Pairs {
  bonus: ReadonlyMap<number, number>;
  paired: ReadonlySet<number>;
}
/** Bounds the work; real prompts have fewer terms. */
const MAX_ASKED = 60;
/** A prompt is met when more than half of its required terms are covered, or at least four of them and a third. */
const ENOUGH = { share: 0.5, terms: 4, shareOfMany: 0.33 };

/**
 * A custom prompt applied to one transcript. It favours sentences that contain its words, most of all rare words and adjacent words. The summary
 * reports that the prompt was followed only when the chosen sentences cover a real share of it (SUM-4; isMet).
 */
export class Focus {
  /** Restart weights for TextRank: for each unit, the weight of the terms asked for. */
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
      this.bias[unit] = own.reduce(
        (sum, { id, weight }) => sum + weight * (inPair ?? (paired.has(id) ? HALF_A_PAIR : 1)),
        0,
      );
    }
    const top = this.bias.reduce((a, b) => Math.max(a, b), 0);
    this.bias = this.bias.map((value) => (value < PASSING * top ? 0 : value));
    this.top = top;
  }

  /** Undefined when the video covers too little of `prompt` to follow it. */
  static of(prompt: string, lexicon: Lexicon, index: TermIndex): Focus | undefined {
    const terms = termsOf(prompt, lexicon);
    const wanted = [...new Map(terms.map((one) => [one.term, one])).values()].slice(0, MAX_ASKED);
    const asPut = terms.slice(0, MAX_ASKED).map((one) => one.term);
    const mentions = findMentions(wanted, asPut, lexicon, index);
    const isOnlyGeneric = wanted.every(isGeneric);
    const asked = wanted.map((one, at) => ({
      ...weighed(one, mentions.saying[at], mentions.inSameForm[at], lexicon, index),
      isRequired: isOnlyGeneric || !isGeneric(one),
    }));
    const focus = new Focus(asked, mentions.pairs, index);
    return focus.isMet(focus.saidIn.keys()) ? focus : undefined;
  }

  /** Whether the `chosen` units cover a real share of the prompt. */
  isMet(chosen: Iterable<number>): boolean {
    const required = this.asked.filter((one) => one.isRequired).length;
    const said = new Set<Asked>();
    for (const unit of chosen) for (const one of this.saidIn.get(unit) ?? []) said.add(one);
    let met = 0;
    for (const { worth, isRequired } of said) if (isRequired) met += worth;
    const share = required === 0 ? 0 : met / required;
    return share > ENOUGH.share || (met >= ENOUGH.terms && share >= ENOUGH.shareOfMany);
  }

  /**
   * How useful a further unit is after `taken`: about 1 for the best one when nothing is taken, never 0. `quality` is given for running text:
   * there a unit is read together with the taken one before it, so it need not be understood alone and is not penalised for a low quality.
   */
  favour(taken: readonly number[], quality?: Float64Array): (unit: number) => number {
    const said = new Map<number, number>();
    for (const unit of taken) for (const { id } of this.saidIn.get(unit) ?? []) said.set(id, (said.get(id) ?? 0) + 1);
    return (unit) => {
      const own = this.saidIn.get(unit);
      if (!own || this.bias[unit] === 0) {
        return Math.max(
          OFF_FOCUS,
          ...(quality ? taken : []).map(
            (other) => this.beside(unit, other) / (unit > other ? (quality?.[unit] ?? 1) : 1),
          ),
        );
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

/** How the units mention each requested term: how many units contain it, and whether one of them has its exact form. */
interface Mentions {
  saying: number[];
  inSameForm: boolean[];
  pairs: Pairs;
}

/**
 * Reads every unit with a requested term once, however many terms there are: each different word is judged once and looked up after that. Units
 * with two adjacent terms in the same order as in the prompt count double for each such pair.
 */
function findMentions(
  wanted: readonly { term: string; word: string }[],
  asPut: readonly string[],
  lexicon: Lexicon,
  index: TermIndex,
): Mentions {
  const ids = wanted.map(({ term }) => index.idOf.get(term) ?? -1);
  const places = new Map(ids.flatMap((id, at) => (id < 0 ? [] : [[id, at] as const])));
  const forms = new Map<string, number[]>();
  wanted.forEach(({ word }, at) => forms.set(form(word, lexicon), [...(forms.get(form(word, lexicon)) ?? []), at]));
  const timesPut = pairsPut(
    asPut.map((term) => places.get(index.idOf.get(term) ?? -1) ?? OTHER),
    wanted.length,
  );
  const known: WordMeaning[] = [];
  const meaningOf = (ofForm: number): WordMeaning => {
    const id = index.idOfForm[ofForm];
    if (id === UNREAD) return { place: OTHER, formOf: NONE };
    const formOf = forms.get(form(index.forms[ofForm], lexicon)) ?? NONE;
    return { place: id === NO_TERM ? GRAMMAR : (places.get(id) ?? OTHER), formOf };
  };
  const saying = wanted.map(() => 0);
  const inSameForm = wanted.map(() => false);
  const bonus = new Map<number, number>();
  const paired = new Set<number>();
  index.ofUnit.forEach((said, unit) => {
    const own = new Set<number>();
    for (const id of said) if (places.has(id)) own.add(places.get(id) ?? OTHER);
    if (own.size === 0) return;
    for (const place of own) saying[place] += 1;
    const sideBySide = new Set<number>();
    let before = OTHER;
    const words = index.formsOf[unit];
    for (let at = 0; at < words.length; at += 1) {
      const ofForm = words[at];
      const { place, formOf } = (known[ofForm] ??= meaningOf(ofForm));
      for (const at of formOf) if (!inSameForm[at] && own.has(at)) inSameForm[at] = true;
      if (place === GRAMMAR) continue;
      const pair = before * wanted.length + place;
      if (place >= 0 && before >= 0 && timesPut.has(pair) && own.has(before) && own.has(place)) sideBySide.add(pair);
      before = place;
    }
    for (const pair of sideBySide) {
      bonus.set(unit, (bonus.get(unit) ?? 1) * 2 ** (timesPut.get(pair) ?? 0));
      paired.add(ids[Math.floor(pair / wanted.length)]).add(ids[pair % wanted.length]);
    }
  });
  return { saying, inSameForm, pairs: { bonus, paired } };
}

/** Codes for a word that carries no term, and for one whose term was not asked for. */
const GRAMMAR = -2;
const OTHER = -1;
const NONE: readonly number[] = [];

/** `place`: the index of the requested term that a word carries; `formOf`: the requested terms whose exact form it is. */
interface WordMeaning {
  place: number;
  formOf: readonly number[];
}

/** How often the prompt has two different terms next to each other, by the index of the first * `count` + that of the second. */
function pairsPut(places: readonly number[], count: number): Map<number, number> {
  const times = new Map<number, number>();
  places.slice(1).forEach((second, at) => {
    const first = places[at];
    if (first >= 0 && second >= 0 && first !== second)
      times.set(first * count + second, (times.get(first * count + second) ?? 0) + 1);
  });
  return times;
}

function weighed(
  { term }: { term: string },
  saying: number,
  inSameForm: boolean,
  lexicon: Lexicon,
  index: TermIndex,
): Omit<Asked, 'isRequired'> {
  const worth = saying === 0 ? 0 : lexicon.language !== 'en' || inSameForm ? 1 : 0.5;
  return {
    id: index.idOf.get(term) ?? -1,
    worth,
    weight: saying === 0 ? 0 : worth * Math.log(index.ofUnit.length / saying + 1) ** 2,
  };
}

/**
 * Strips English endings with more care than the stemmer: "computing" gets the form of "compute", but not that of "computer", which has the same
 * stem.
 */
function form(word: string, lexicon: Lexicon): string {
  const bare = word
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/'s$|[^\p{L}\p{N}]/gu, '');
  return lexicon.language === 'en' ? bare.replace(/ies$/, 'y').replace(/(?:es|s|ed|ing|e)$/, '') : bare;
}

/** Returns no terms when all remaining words are about form: "bullet points please, three" names no subject, in any order. */
function termsOf(focus: string, lexicon: Lexicon): { term: string; word: string }[] {
  const { subject, wish } = askedSubject(focus);
  const words = wordsOfText(subject, lexicon.language, lexicon.isFiller);
  const terms = words.flatMap((word) => {
    if (REQUEST_WORDS.has(bareOf(word))) return [];
    const term = termOf(word, lexicon);
    return term === null ? [] : [{ term, word }];
  });
  const saysForm = wish !== undefined || words.some((word) => isOfForm(bareOf(word)));
  const isFormal = (word: string) => isOfForm(word) || isCount(word) || isJoining(word) || GENERIC_VERBS.has(word);
  return saysForm && terms.every(({ word }) => isFormal(bareOf(word))) ? [] : terms;
}

function isGeneric({ word }: { word: string }): boolean {
  return GENERIC_VERBS.has(bareOf(word));
}

function bareOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Why `prompt` was not followed: a kind of request when it asks only for style, language or format, otherwise that the video does not mention it. */
export function reasonNotApplied(prompt: string, lexicon: Lexicon): FocusReason {
  if (termsOf(prompt, lexicon).length > 0) return 'not_found';
  const { subject, wish } = askedSubject(prompt);
  const saysForm = subject.split(' ').some((word) => isOfForm(bareOf(word)));
  return wish ?? (saysForm ? 'format' : 'not_found');
}
