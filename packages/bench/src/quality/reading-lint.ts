/**
 * Finds English sentences that read badly. It is a second opinion on the engine, so its rules must not share the engine's word lists. It prefers
 * few false findings to completeness.
 */
export const FAULTS = ['repeatedWord', 'cutEnd', 'unmarkedQuestion', 'overLong', 'promotion'] as const;
export type Fault = (typeof FAULTS)[number];

const MAX_WORDS = 45;

/** The faults of one sentence at any place; isDanglingOpening() finds faults that matter only in an opening. */
export function faultsOf(sentence: string): Fault[] {
  const found: Record<Fault, boolean> = {
    repeatedWord: repeatsItself(sentence),
    cutEnd: endsInMidClause(sentence),
    unmarkedQuestion: asksWithoutMark(sentence),
    overLong: sentence.split(/\s+/).length > MAX_WORDS,
    promotion: PROMOTION.test(sentence),
  };
  return FAULTS.filter((fault) => found[fault]);
}

const list = (words: string) => new Set(words.split(' '));
const plain = (word: string) =>
  word
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
const plainWords = (text: string) =>
  text
    .split(/\s+/)
    .map(plain)
    .filter((word) => word !== '');

/** Words that are repeated on purpose, or in two roles ("he had had", "I know that that works", "what it is is"). */
const TWICE_ON_PURPOSE = list(
  'had that is was very really so no yes yeah yep far many much long more again ha bye blah now never too way big little old there well knock hear zero one two three four five six seven eight nine ten hundred',
);

/** Short words only: after a comma a longer repeated word is an echo ("by name, name after name"). */
const STUTTERED = /^.{1,3}$|'|^(?:they|this|then|when|with|from|what|have|there)$/;

function repeatsItself(sentence: string): boolean {
  const raw = sentence.split(/\s+/).filter((word) => plain(word) !== '');
  const words = raw.map(plain);
  return words.some((word, at) => {
    // After a full stop or colon a repeated word is fine; after a comma it is a stutter ("the, the door").
    if (at === 0 || /[.!?:;]["'”’)]*$/.test(raw[at - 1])) return false;
    const spelledOut = /^\d/.test(word) || (word.length === 1 && word !== 'i' && word !== 'a');
    if (word === words[at - 1])
      return !spelledOut && !TWICE_ON_PURPOSE.has(word) && (!raw[at - 1].endsWith(',') || STUTTERED.test(word));
    const pairAgain = at >= 3 && word === words[at - 2] && words[at - 1] === words[at - 3];
    return pairAgain && !/\d/.test(word + words[at - 1]) && !/[.!?:;]$/.test(raw[at - 2]) && word.length > 1;
  });
}

/** Words with which no clause ends. */
const NEVER_LAST = list(
  "a an the and or nor but because if unless whereas although whether than my your our their its whose every i'm you're we're they're he's she's i've we've you've " +
    "they've i'd we'd you'd i'll we'll you'll they'll gonna wanna gotta um uh er erm he she we they i",
);
/** Words before a subject that may come last: "he and I", "so do we", "more than they". */
const BEFORE_SUBJECT = list(
  'and or than as do did does have has are is was were can could will would should am may not nor',
);
/** Words that may come last only after an earlier question word: "what we look for", "how old it is". */
const HANGING = list('with from for by at into between during is was are were be');
const ASKED_FOR =
  /\b(?:what|who|whom|which|where|how|when|that|whatever|wherever|there|something|nothing|anything|things?|to|than|as|it|this|he|she|they|you|we)\b/i;
const BEFORE_TO = list(
  'want wants wanted have has had need needs needed like liked love going able how supposed used trying try listen talk speak refer referring up looking agreed ' +
    'happy intend meant mean hope planning not chance get got allowed ready where next back relate related due added come subject led lead closed',
);
const BEFORE_OF = list(
  'made think thought heard consist consists aware afraid proud care rid dream hear know kind sort because out front capable speak composed full',
);

function endsInMidClause(sentence: string): boolean {
  if (/(?:[-–—…]|\.\.\.)["'”’)]*\.?$/.test(sentence)) return true;
  const words = plainWords(sentence);
  const [before, last] = [words.at(-2) ?? '', words.at(-1) ?? ''];
  if (/^(?:i|we|he|she|they)$/.test(last) && BEFORE_SUBJECT.has(before))
    return /, (?:and|or) \p{L}+\P{L}*$/u.test(sentence);
  if (NEVER_LAST.has(last)) return words.length > 1;
  if (last === 'to') return !BEFORE_TO.has(before) && !/\b(?:who|what|where|that|which)\b/i.test(sentence);
  if (last === 'of') return !BEFORE_OF.has(before) && !/\b(?:what|which|that|to|who)\b/i.test(sentence);
  return HANGING.has(last) && !ASKED_FOR.test(words.slice(0, -1).join(' '));
}

const LEADING = /^(?:(?:so|and|but|well|okay|ok|now|right|yeah|then|or|because|um|uh)[,\s]+)*/i;
const WHO =
  '(?:i|you|we|they|he|she|it|there|this|that|these|those|the|your|our|my|people|anyone|anybody|everybody|everyone)\\b';
const VERB = '(?:is|are|was|were|do|does|did|can|could|should|would|will|have|has)';
const QUESTIONS = [
  new RegExp(`^(?:what|why|where|who|when|how)(?: (?:much|many|long|far|often|else))? ${VERB}(?:n't)? ${WHO}`, 'i'),
  /^(?:what|how) about\b|^how come\b|^why not\b/i,
  new RegExp(`^(?:is|are|was|were|does|did|can|could|would|will|has)(?:n't)? ${WHO}`, 'i'),
  /^(?:do|have|don't|haven't|can't|won't|shouldn't) (?:you|we|they|i) /i,
  /\b(?:isn't it|aren't they|aren't we|don't you|doesn't it|didn't you|wasn't it|won't it|can't we|do you|are you|is it)[.!]*$/i,
];
/** Statements that begin like questions: "What is the matter is that ...", "Were it so, ...", "know what that is it". */
const NO_QUESTION = /^(?:what|where|who) (?:is|was|are) (?:the|that|this|it)\b.* (?:is|was) (?:that|a|the|to)\b/i;

function asksWithoutMark(sentence: string): boolean {
  if (/\?["'”’)]*\.?$/.test(sentence)) return false;
  const bare = sentence.replace(/[’ʼ]/g, "'").replace(LEADING, '');
  if (NO_QUESTION.test(bare)) return false;
  return QUESTIONS.some((question) => question.test(bare));
}

const PROMOTION =
  /\b(?:subscribe (?:to|for|and|if|now|below)|like and subscribe|(?:hit|smash|press) (?:that|the) (?:like|bell|subscribe)|notification bell|memberships? (?:is|are) for|become a (?:member|patron)|join (?:my|our|the) (?:channel|membership|patreon)|patreon|(?:today's|our|this (?:video|episode)'s) sponsors?|sponsored by|(?:promo|discount|coupon) code|use (?:the |my )?code|links? (?:is |are )?in the description|(?:my|our) merch|free trial)\b/i;
