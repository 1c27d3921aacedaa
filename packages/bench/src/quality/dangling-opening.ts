const list = (words: string) => new Set(words.split('|'));

/** Words that refer to earlier speech. */
const TIES =
  /^(?:namely|however|therefore|thus|hence|moreover|furthermore|additionally|also|otherwise|instead|likewise|similarly|consequently|nevertheless|nonetheless|anyway|plus|whereas|and|but|or|nor|then|which|because|yeah|yes|yep|okay|ok|oh|right,|well,|no,|for example|for instance|in addition|in other words|as a result|on the other hand|after that|before that|because of (?:that|this)|at that point|that is|that's|alright|all right)\b/i;
/** "So" refers to earlier speech, except in these phrases. */
const SO = /^so\b(?! (?:far|many|much|called|long as|few)\b)/i;
/** A subordinate clause whose main clause follows: "Because it rains often, roofs are steep." needs no earlier sentence. */
const WITH_MAIN_CLAUSE =
  /^because (?!of\b|it (?!rains|snows|takes)|this\b|that\b|they\b|he\b|she\b)[^,]{3,90}, \p{L}/iu;
const PRONOUN =
  /^(?:he|she|they|him|them|his|her|their|theirs|its|hers|he's|she's|they're|they've|they'll|he'd|she'd|they'd|he'll|she'll|it'll)\b/i;
const IT = /^(?:it|it's|it is)\b/i;
/** An "it" without a referent: "It is hard to say", "it takes a year until". */
const EXPLETIVE =
  /^(?:it's|it (?:is|was|will be|would be|has been|may be|can be|takes|took|seems|appears|rains|rained|snows))\b.*\b(?:to|that|when|if|how|whether|until|before|who|which|\w+ing)\b/i;
const DEMONSTRATIVE =
  /^(?:this|that|these|those|such|another|both|neither|either|others|the (?:former|latter|other one|same)|(?:one|some|all|most|many|each|none|both|neither|either) of (?:them|these|those|which))\b/i;
/** References to the occasion itself, which listeners understand without a mention. */
const OCCASION =
  /^(?:this|these) (?:video|lecture|talk|course|lesson|episode|meeting|week|year|month|morning|afternoon|evening|committee|session|project|product|report|inquiry|is (?:a|an|the|our) (?:video|lecture|talk|course|story|meeting)|days)\b|^(?:both|either|neither) \p{L}+ (?:and|or|nor) /iu;
/** Openings that add nothing: "I think they" dangles as "they" does. */
const FRAMES =
  /^(?:(?:(?:i|we|you) (?:really |actually |just )?(?:think|thought|guess|believe|suppose|know|mean|hope|said|say)|i'm (?:sure|afraid)|actually|basically|maybe|perhaps|really|obviously|apparently|of course|you know|in fact|again|sometimes|first of all|although)(?: that)?,? )+/i;
/** "As the day progresses, they ...": the referent of "they" must come before the comma. */
const FRONTED =
  /^(?:as|when|while|if|after|before|once|since|although|though|in|on|at|for|with|during|by|to|from|given|despite|until|because)\b([^,]{2,80}),\s+(.*)$/i;
const NOUN_MARKERS = list(
  'the|a|an|some|many|most|all|several|our|your|my|two|three|four|five|every|each|no|of|for|with|in|on|and|between|among|by|when|while|if|after|before|once|from|as',
);
const NO_NOUNS = list(
  'it|they|he|she|this|that|these|those|i|you|we|them|him|her|day|time|moment|end|beginning|first|general|fact|course|years|days',
);

/** Whether the opening of an English summary can be understood only together with earlier speech. */
export function isDanglingOpening(sentence: string): boolean {
  const text = sentence
    .replace(/[’ʼ]/g, "'")
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(FRAMES, '');
  if (WITH_MAIN_CLAUSE.test(text)) return false;
  if (TIES.test(text) || SO.test(text)) return true;
  if (OCCASION.test(text)) return false;
  if (PRONOUN.test(text) || DEMONSTRATIVE.test(text)) return true;
  if (IT.test(text)) return !EXPLETIVE.test(text);
  const [, fronted, main] = FRONTED.exec(text) ?? [];
  if (main === undefined || !(PRONOUN.test(main) || (IT.test(main) && !EXPLETIVE.test(main)))) return false;
  return !names(fronted, /^(?:they|them|their)/i.test(main));
}

/** Whether `clause` names a person or thing that a later pronoun can refer to; `several`: more than one. */
function names(clause: string, several: boolean): boolean {
  const words = clause.trim().split(/\s+/);
  return words.some((word, at) => {
    const bare = word.toLowerCase().replace(/[^\p{L}']/gu, '');
    if (NO_NOUNS.has(bare) || bare.length < 3) return false;
    if (/^\p{Lu}/u.test(word) && !several) return true;
    const before = words[at - 1]?.toLowerCase() ?? 'the';
    // "the day progresses": two words after an article, a word in -s may be a verb.
    const marked = NOUN_MARKERS.has(before) || (!several && NOUN_MARKERS.has(words[at - 2]?.toLowerCase() ?? ''));
    return marked && (!several || /[^s]s$|people|men|women|children$/.test(bare)) && !NOUN_MARKERS.has(bare);
  });
}
