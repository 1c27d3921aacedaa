import type { Support } from './lexical-support.js';
import type { Word } from './words.js';

/** Negating words by language, in folded form. */
const DENIALS: Record<string, string> = {
  en: 'not no never nobody none nothing neither nor without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt shouldnt hasnt havent hadnt mustnt nowhere',
  de: 'nicht nichts nie niemals niemand niemandem niemanden kein keine keinen keiner keinem keines ohne weder nirgends',
  es: 'no nunca jamas nadie nada ningun ninguna ninguno sin ni tampoco',
  fr: 'ne pas jamais aucun aucune rien personne sans ni n',
};
/** Words that negate by their meaning: they can stand for a negation and need none. */
const ALMOST: Record<string, string> = {
  en:
    'hardly scarcely barely seldom rarely fail fails failed failing lack lacks lacked lacking missing impossible unable refuse refused refuses keeps prevent prevents quit avoid avoids stop stops stopped instead rather unless excluded ' +
    'unlike contrary except ignored lost loses useless wrong absent denied rejected',
  de: 'kaum selten fehlt fehlen unmoglich verweigert statt verloren erst',
  es: 'apenas falta faltan imposible excluido excluida inutil raramente',
  fr: 'guere peine manque impossible inutile refuse rarement',
};
/** Words after which a negation denies nothing: "not only", "no lower than", "no more than". */
const HARMLESS = new Set('only just merely lower less later fewer solo solamente nur seulement'.split(' '));
/** In words: how far from a negation, on either side, the word is searched that it denies. */
const NEARBY = 5;
/** In words: a negation denies words up to this far after it. In German, except the words of FORWARD, also as far before it. */
const REACH = 7;
/** In words: outside German, a negation denies words up to this far before it, except the words of FORWARD. */
const BEHIND = 3;
/** In words: two negations of one sentence within this distance cancel, except in Spanish and French. */
const DOUBLE = 10;

/**
 * Positions of negations, of words that negate by their meaning, and of words that only limit ("before", "less"). The last may stand for a spoken
 * negation, but never contradict one.
 */
interface Cues {
  hard: number[];
  soft: number[];
  later: number[];
}
const LATER = new Set(
  'before until till too less fewer few bevor bis zu weniger antes hasta demasiado menos avant jusque trop moins'.split(
    ' ',
  ),
);

const sets = new Map<string, { hard: Set<string>; soft: Set<string> }>();

/** An unlisted language gets the English list. Few of its words occur in other languages, but "no" does: in Portuguese it means "in the". */
function denialsOf(language: string): { hard: Set<string>; soft: Set<string> } {
  const known = sets.get(language);
  if (known) return known;
  const made = {
    hard: new Set((DENIALS[language] ?? DENIALS.en).split(' ')),
    soft: new Set((ALMOST[language] ?? ALMOST.en).split(' ')),
  };
  sets.set(language, made);
  return made;
}

/** Whether the word is a negation. */
export function isDenial({ text }: Word, language: string): boolean {
  return denialsOf(language).hard.has(text);
}

function cuesOf(words: readonly Word[], language: string): Cues {
  const known = denialsOf(language);
  const cues: Cues = { hard: [], soft: [], later: [] };
  words.forEach(({ text }, at) => {
    const next = words[at + 1]?.text ?? '';
    if (known.hard.has(text) && !HARMLESS.has(next)) cues.hard.push(at);
    else if (LATER.has(text)) cues.later.push(at);
    else if (known.soft.has(text) || (language === 'en' && /^(?:un|im|in)[a-z]{5,}/.test(text))) cues.soft.push(at);
  });
  return cues;
}

/**
 * Whether one of the two texts denies what the other states. Only words that both contain can be compared; `support` tells which and where. When
 * several such words are near a negation, one that is denied in both is enough.
 */
export function deniesOtherwise(
  sentence: readonly Word[],
  said: readonly Word[],
  { places, isSame }: Pick<Support, 'places' | 'isSame'>,
  isContent: (word: Word) => boolean,
  language: string,
): boolean {
  const mine = cuesOf(sentence, language);
  const theirs = cuesOf(said, language);
  const theirsAll = [...theirs.hard, ...theirs.soft];
  const mineAll = [...mine.hard, ...mine.soft, ...mine.later];
  const addsOne = mine.hard.some((cue) => {
    const near = sharedNear(sentence, cue, (at) => places[at].length > 0).flatMap((at) => places[at]);
    // "Hasta los tres años no da frutos" means that it does from then on.
    if (language === 'es' && mine.later.length > 0) return false;
    if (near.length === 0) {
      const sentences = new Set(places.flat().map((at) => said[at].sentence));
      return !theirsAll.some((at) => sentences.size === 0 || sentences.has(said[at].sentence));
    }
    // "Facts need sleep, but movements do not": such a negation may deny anything in its sentence.
    const open = theirs.hard.filter((one) => said[one + 1] === undefined || said[one + 1].afterMark);
    return !near.some(
      (at) => isDenied(said, at, theirsAll, language) || open.some((one) => said[one].sentence === said[at].sentence),
    );
  });
  if (addsOne) return true;
  if (mineAll.length > 0) return false;
  return theirs.hard.some((cue) => {
    if (isUndone(said, cue, theirs, language)) return false;
    const denied = firstContent(said, cue, isContent, language);
    return sentence.some(
      (_, at) =>
        isSame[at] &&
        places[at].some((place) => denied.includes(place)) &&
        places[at].every((place) => isDenied(said, place, theirs.hard, language)),
    );
  });
}

/** The words that `cue` denies: the next content word, and in German also the one before. */
function firstContent(
  words: readonly Word[],
  cue: number,
  isContent: (word: Word) => boolean,
  language: string,
): number[] {
  const found: number[] = [];
  for (let at = cue + 1; at < words.length && at <= cue + NEARBY && !words[at].afterMark; at += 1)
    if (isContent(words[at])) {
      found.push(at);
      break;
    }
  if (language !== 'de') return found;
  for (let at = cue - 1; at >= 0 && at >= cue - NEARBY && !words[at + 1].afterMark; at -= 1)
    if (isContent(words[at])) return [...found, at];
  return found;
}

/** Two negations cancel: "no change goes live without a second pair of eyes", "no data was lost". */
function isUndone(words: readonly Word[], cue: number, { hard, soft }: Cues, language: string): boolean {
  // Spanish and French double negations deny once: "no nos dio ningún crédito".
  const isTwice = (other: number) =>
    other !== cue && words[other].sentence === words[cue].sentence && Math.abs(other - cue) <= DOUBLE;
  if (language !== 'es' && language !== 'fr' && hard.some(isTwice)) return true;
  return soft.some((other) => other > cue && other - cue <= 3 && words[other].text !== 'instead');
}

/** The words near `cue`, in its clause, that both texts contain. */
function sharedNear(words: readonly Word[], cue: number, isShared: (at: number) => boolean): number[] {
  const found: number[] = [];
  for (let at = cue + 1; at <= Math.min(words.length - 1, cue + NEARBY) && !words[at].afterMark; at += 1)
    if (isShared(at)) found.push(at);
  for (let at = cue - 1; at >= Math.max(0, cue - NEARBY) && !words[at + 1].afterMark; at -= 1)
    if (isShared(at)) found.push(at);
  return found;
}

/** Negations that deny only what follows them. */
const FORWARD = new Set('without no nobody never sin ohne sans'.split(' '));

/** In German the negation follows the verb, so the denied word may also come before it. */
function isDenied(words: readonly Word[], at: number, cues: readonly number[], language: string): boolean {
  return cues.some((cue) => {
    const behind = FORWARD.has(words[cue].text) ? 0 : language === 'de' ? REACH : BEHIND;
    return words[cue].sentence === words[at].sentence && (cue <= at ? at - cue <= REACH : cue - at <= behind);
  });
}
