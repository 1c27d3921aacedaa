import type { SaidWords } from './bare-word.js';
import { MOST_ASKED, asks } from './questions.js';
import type { SpokenWords } from './spoken-words.js';
import { stumbles } from './stutters.js';

/** English words with which no clause ends. */
const NEVER_LAST = new Set(
  (
    "a an the and or nor but because if unless although though whether than my your our their its whose every which i'm you're we're they're he's she's i've we've you've they've " +
    "i'd we'd you'd they'd i'll we'll you'll they'll gonna wanna gotta um uh er i we they he she very really quite also whereas per let's there's"
  ).split(' '),
);
/** Words before a subject pronoun that may end a clause: "he and I", "so do we", "older than they". */
const BEFORE_SUBJECT = new Set(
  'than as do did does have has are is was were can could will would should am may not nor'.split(' '),
);
/** Words that may end a clause only when its object or subject came earlier: "what we look for", "how big it is", "something to sit on". */
const HANGING = new Set(
  'with from for by at into between is was are were be to of as when where who what how'.split(' '),
);
const LEFT_BEHIND = new Set(
  'what who whom which where that how whatever something nothing anything thing things to than'.split(' '),
);
/** A dash or dots mark a speaker who breaks off. */
const BROKEN_OFF = /(?:[-–—…]|\.\.\.)["'”’)]*[.,]?$/;

/**
 * Self-promotion, by language; the English words ("Patreon") are used in all of them. Without nested repeats, so that hostile captions cost no more
 * than others.
 */
const PROMOTION: Record<string, RegExp | undefined> & { en: RegExp } = {
  en: /\bsubscrib(?:e|ing) (?:to|for|and|if|now|below)\b|\b(?:like|comment|share) and subscribe|\b(?:hit|smash|press|click) (?:that |the )?(?:like|bell|subscribe|notification)|\bmemberships? (?:is|are) for\b|\bbecome a (?:member|patron)\b|\bjoin (?:my|our|the) (?:channel|membership|patreon)|\bpatreon\b|\b(?:today's|our|this video's|this episode's|video is) sponsor|\bsponsored by\b|\b(?:promo|discount|coupon) code|\blinks? (?:is |are )?(?:down )?(?:in the description|below)|\b(?:my|our) (?:merch|newsletter|patrons)\b|\bfree trial\b|\bfollow (?:me |us )?for more\b|\bthank(?:s| you)(?: \w+)? for the (?:\w+ )?(?:subs?|bits|raid|gifted)\b/,
  de: /\b(?:abonniert?|abonnieren sie) (?:den|unseren|meinen|diesen) kanal|\b(?:einen?|den|mir) daumen (?:nach )?(?:oben|hoch|da)\b|\b(?:ein|euer) (?:abo|like) da\b|\bglocke aktivier/,
  es: /\bsuscr[ií](?:bete|banse|b[ií]os)\b|\bdale? (?:a )?(?:un )?(?:me gusta|like|campanita)\b/,
  fr: /\babonne(?:z-vous|-toi)\b|\b(?:un|le) pouce (?:bleu|en l'air|vers le haut)\b|\blik(?:e|ez) (?:la|cette) vidéo\b/,
  pt: /\b(?:inscreva(?:-se|m-se)|se inscrev(?:a|e|am|er))\b|\bdeix(?:a|e|em|ar) (?:o |um |seu |o seu )?(?:like|joinha|gostei)\b/,
  ja: /チャンネル登録|高評価(?:と|を|ボタン|お願い)/,
};

/**
 * Whether a sentence should not be in a summary: it promotes or breaks off, and in English stumbles or asks without a mark. `spoken` is its text in
 * lower case.
 */
export function isUnfit(said: SaidWords, spoken: string, language: string): boolean {
  if (PROMOTION.en.test(spoken) || PROMOTION[language]?.test(spoken)) return true;
  if (BROKEN_OFF.test(said.words[said.words.length - 1])) return true;
  return language === 'en' && (endsOpen(said.plain) || stumbles(said) || asksAndGoesOn(said, spoken));
}

/** Whether a long sentence opens with a question without a mark: its end cannot be determined. */
function asksAndGoesOn(said: SaidWords, spoken: string): boolean {
  return said.words.length > MOST_ASKED && !/[?]["'”’)\]]*$/.test(spoken) && asks(said);
}

/** Whether the last clause of these plain words is incomplete. English. */
function endsOpen(plain: readonly string[]): boolean {
  const last = plain[plain.length - 1];
  const before = plain[plain.length - 2] ?? '';
  if (/^(?:i|we|he|she|they)$/.test(last) && BEFORE_SUBJECT.has(before)) return false;
  if (NEVER_LAST.has(last)) return true;
  return HANGING.has(last) && !plain.slice(0, -1).some((word) => LEFT_BEHIND.has(word));
}

/** Connecting words left at the end, which can be removed without loss: "wood or plastic or". English. */
const TRAILING = new Set('and or but nor because if which um uh er'.split(' '));
const MIN_WORDS_LEFT = 5;

/** How many words at the end of the range from `from` to `to` only announce something that never follows. */
export function trailing(words: SpokenWords, from: number, to: number, language: string): number {
  if (language !== 'en') return 0;
  let end = to;
  while (end - from > MIN_WORDS_LEFT && TRAILING.has(words.bareAt(end - 1))) end -= 1;
  return to - end;
}
