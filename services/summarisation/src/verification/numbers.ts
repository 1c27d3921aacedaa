import { type Quantity, quantitiesOf } from './quantities.js';
import type { Word } from './words.js';

/** The rounding that a hedge ("about") allows, as a share of the number. */
const HEDGED = 0.06;
const UPWARDS = 1.25;
const DOWNWARDS = 0.75;
const ABOUT = new Set(
  'about around roughly nearly almost approximately some circa close etwa rund ungefahr fast knapp zirka casi unos unas aproximadamente environ presque pres apenas'.split(
    ' ',
  ),
);
const MORE = new Set('over more exceeding mehr uber mas plus longer'.split(' '));
const LESS = new Set('less under fewer weniger unter menos moins'.split(' '));
/** The rounding of a fraction, such as "a third" for 32 percent. */
const SHARE_ROUNDING = 0.02;
/** The rounding between units: a month is about four weeks. */
const UNIT_ROUNDING = 0.1;
/** Tolerance for the rounding error of a division. */
const EXACT = 0.0001;
const DERIVED = 0.005;
/** In words: two numbers within this distance form a ratio, as in "24 of the 32 people". */
const PAIR_REACH = 12;

/** Numbers up to this are idiomatic in another language ("the second", "a couple"). */
const LEAST_ACROSS = 10;

/**
 * The first number of `sentence` that is not said in `said`, by value, share or another unit; null = all are said. When the sentence is in another
 * language than `saidLanguage`, numbers up to ten are checked only when they are written in digits or are shares.
 */
export function unsaidNumber(
  sentence: readonly Word[],
  said: readonly Word[],
  language: string,
  saidLanguage = language,
): string | null {
  const isNeeded = ({ isImplied, isShare, isRounded, value, from, to }: Quantity) =>
    !isImplied &&
    (language === saidLanguage ||
      value > LEAST_ACROSS ||
      (isShare && !isRounded) ||
      sentence.slice(from, to).some(({ text }) => /^\d/.test(text)));
  const needed = quantitiesOf(sentence, language).filter(isNeeded);
  if (needed.length === 0) return null;
  const known = quantitiesOf(said, saidLanguage);
  const found = needed.find((quantity) => {
    const hedge = hedgeBefore(sentence, quantity.from);
    return !known.some((one) => agrees(quantity, one, hedge)) && !follows(quantity, known, hedge);
  });
  return found
    ? sentence
        .slice(found.from, found.to)
        .map(({ raw }) => raw)
        .join(' ')
    : null;
}

type Hedge = 'about' | 'more' | 'less' | null;

function hedgeBefore(words: readonly Word[], at: number): Hedge {
  for (const { text } of words.slice(Math.max(0, at - 3), at).reverse()) {
    if (ABOUT.has(text)) return 'about';
    if (MORE.has(text)) return 'more';
    if (LESS.has(text)) return 'less';
  }
  return null;
}

function agrees(quantity: Quantity, said: Quantity, hedge: Hedge): boolean {
  const { unit } = quantity;
  if (unit && said.unit && unit.name !== said.unit.name) {
    if (unit.of !== said.unit.of) return false;
    const value = (said.value * said.unit.size) / unit.size;
    return (
      near(quantity.value, value, UNIT_ROUNDING) && (hedge !== null || near(quantity.value, value, tolerance(unit.of)))
    );
  }
  if (quantity.isShare !== said.isShare && !(quantity.isRounded || said.isRounded)) return false;
  if (
    quantity.isShare &&
    said.isShare &&
    quantity.isRounded !== said.isRounded &&
    Math.abs(quantity.value - said.value) <= SHARE_ROUNDING
  )
    return true;
  return isNear(quantity.value, said.value, hedge);
}

/** Weeks and months have no exact ratio. */
function tolerance(of: string): number {
  return of === 'time' ? UNIT_ROUNDING : 0.005;
}

/** Whether two nearby numbers give this one: 47 of 50 is 94 percent, from 12 to 4 is three times. */
function follows(quantity: Quantity, known: readonly Quantity[], hedge: Hedge): boolean {
  if (!quantity.isShare && !quantity.isTimes) return false;
  const counted = known.filter((one) => !one.isShare && !one.isTimes && !isYear(one));
  return counted.some((one, at) => {
    const next = counted[at + 1];
    if (!next || next.from - one.to > PAIR_REACH || next.from < one.to) return false;
    const [low, high] = [one.value, next.value].sort((a, b) => a - b);
    if (low <= 0 || low === high) return false;
    if (quantity.isTimes) return isNear(quantity.value, high / low, null);
    return [low / high, 1 - low / high].some((value) => isNear(quantity.value, value, hedge, DERIVED));
  });
}

function isYear({ value, unit }: Quantity): boolean {
  return !unit && Number.isInteger(value) && value >= 1_500 && value < 2_100;
}

function isNear(asked: number, said: number, hedge: Hedge, exact = EXACT): boolean {
  if (near(asked, said, exact)) return true;
  if (hedge === 'about') return near(asked, said, HEDGED);
  if (hedge === 'more') return said >= asked && said <= asked * UPWARDS;
  return hedge === 'less' && said <= asked && said >= asked * DOWNWARDS;
}

function near(one: number, other: number, within: number): boolean {
  return Math.abs(one - other) <= within * Math.max(Math.abs(one), Math.abs(other));
}
