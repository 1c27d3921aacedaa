import type { SaidWords } from './bare-word.js';

/** English question words, in lower case. Only in English does the order of the words alone tell a question from a statement. */
const ASKING = new Set('what why where when who how which'.split(' '));
const AMOUNTS = new Set('much many long far often else big old'.split(' '));
const VERBS = new Set(
  "is are was were do does did can could would will should have has isn't aren't wasn't weren't don't doesn't didn't can't couldn't wouldn't won't haven't hasn't shouldn't".split(
    ' ',
  ),
);
/** At the start of a sentence these ask a question with any subject; the others ("do", "have", "don't") can also give an order. */
const ALWAYS_ASK = new Set(
  "is are was does did can could would will has isn't aren't wasn't doesn't didn't couldn't wouldn't hasn't".split(' '),
);
const ORDERS_TOO = new Set("do have don't haven't can't won't shouldn't".split(' '));
const SUBJECTS = new Set(
  'i you we they he she it there this that these those the your our my his her their people anyone anybody anything everyone everybody someone somebody something'.split(
    ' ',
  ),
);
const PERSONS = new Set('i you we they he she'.split(' '));
const TAGS = new Set(
  "isn't aren't wasn't weren't don't doesn't didn't won't can't couldn't wouldn't haven't hasn't".split(' '),
);
const CONTRACTED = new Set("what's where's who's how's".split(' '));
const NAMED = new Set('the your our this that a an my his her'.split(' '));

const OPENS = new Set([...ASKING, ...ALWAYS_ASK, ...ORDERS_TOO, ...CONTRACTED]);
/** Openings that keep a question a question: "Well, what about the roof". */
const LEADING = new Set('well so and but okay ok now then or right yeah no also'.split(' '));

/** A longer sentence without a mark of its own may begin with a question, but seldom ends with it. */
export const MOST_ASKED = 24;

/** Whether an English sentence is a question, judged by the order of its words. */
export function asks({ words, plain }: SaidWords): boolean {
  let from = 0;
  while (from < words.length - 3 && LEADING.has(plain[from])) from += 1;
  if (words.length > 3 && words[words.length - 2].endsWith('t') && isTag(plain.slice(-2))) return true;
  const first = plain[from] ?? '';
  if (!OPENS.has(first) || words.length - from < 3) return false;
  const [second, third, fourth] = plain.slice(from + 1, from + 4);
  if (ASKING.has(first)) {
    if (second === 'about') return first === 'what' || first === 'how';
    if (second === 'come') return first === 'how';
    if (second === 'not') return first === 'why';
    if (AMOUNTS.has(second)) return VERBS.has(third) && SUBJECTS.has(fourth);
    // "Which is the ..." continues the sentence before; "what is important is" is a statement.
    return first !== 'which' && VERBS.has(second) && SUBJECTS.has(third) && !statesAfterAll(words);
  }
  if (CONTRACTED.has(first)) return NAMED.has(second) && !statesAfterAll(words);
  return (ALWAYS_ASK.has(first) && SUBJECTS.has(second)) || (ORDERS_TOO.has(first) && PERSONS.has(second));
}

function isTag([verb, subject]: string[]): boolean {
  return TAGS.has(verb) && (PERSONS.has(subject) || subject === 'it');
}

/** A statement with a second "is" and a clause after it: "What is the trouble is that it rains". */
function statesAfterAll(words: readonly string[]): boolean {
  return words.some(
    (word, at) => at > 3 && (word === 'is' || word === 'was') && /^(?:that|to)$/.test(words[at + 1] ?? ''),
  );
}
