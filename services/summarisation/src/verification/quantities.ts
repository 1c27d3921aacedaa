import { germanNumber, numberWords } from './number-words.js';
import type { Word } from './words.js';

/** A number in a text, `from` and `to` (exclusive) as indices of its words. */
export interface Quantity {
  value: number;
  from: number;
  to: number;
  /** Its unit in `UNITS`, when it has one. */
  unit?: Unit;
  /** A share of something: 0.33 for a third, 33 percent or "one in three". */
  isShare: boolean;
  /** Written as a share word: "a third" may round 32 percent. */
  isRounded: boolean;
  isTimes: boolean;
  /** Not clearly said as a number: "a week", "one", or the sum of two. It supports other numbers, but needs no support itself. */
  isImplied: boolean;
}

/** Units that can be converted into each other. */
export interface Unit {
  name: string;
  of: 'time' | 'mass' | 'length' | 'volume';
  size: number;
}

const UNITS = new Map(
  (
    [
      ['time', 1, 'second seconds sekunde sekunden segundo segundos seconde secondes'],
      ['time', 60, 'minute minutes minuten minuto minutos'],
      ['time', 3_600, 'hour hours stunde stunden hora horas heure heures'],
      ['time', 86_400, 'day days tag tage tagen dia dias jour jours'],
      ['time', 604_800, 'week weeks woche wochen semana semanas semaine semaines'],
      ['time', 2_629_800, 'month months monat monate monaten mes meses mois'],
      ['time', 31_557_600, 'year years jahr jahre jahren ano anos ans annee annees'],
      ['time', 315_576_000, 'decade decades jahrzehnt jahrzehnte decada decadas decennie decennies'],
      ['mass', 1, 'gram grams gramm gramo gramos gramme grammes g'],
      ['mass', 1_000, 'kilo kilos kilogram kilograms kilogramm kg'],
      ['length', 0.01, 'centimeter centimeters centimetre centimetres zentimeter centimetro centimetros cm'],
      ['length', 1, 'meter meters metre metres metern metro metros m'],
      ['length', 1_000, 'kilometer kilometers kilometre kilometres kilometern kilometro kilometros km'],
      ['volume', 1, 'milliliter milliliters millilitre millilitres mililitro mililitros ml'],
      ['volume', 1_000, 'liter liters litre litres litern litro litros'],
    ] as const
  ).flatMap(([of, size, names]) =>
    names.split(' ').map((name): [string, Unit] => [name, { name: `${of} ${size}`, of, size }]),
  ),
);
/** Whether the word is a unit: alone it has no content. */
export function isUnit({ text }: Word): boolean {
  return UNITS.has(text);
}

const PERCENT = new Set(['percent', 'per cent', 'prozent', 'ciento', 'pourcent']);
/** How many words after its number a unit may be: "three quarters of an hour". Only words of BETWEEN may stand between them. */
const UNIT_REACH = 4;
const BETWEEN = new Set('of an a the de d un una einer eines and half more tons working'.split(' '));

/** The numbers in `words`, in digits and, in English, German, Spanish and French, in words. */
export function quantitiesOf(words: readonly Word[], language: string): Quantity[] {
  const found: Quantity[] = [];
  for (let at = 0; at < words.length;) {
    const quantity = quantityAt(words, at, language);
    if (quantity) found.push(withUnit(quantity, words));
    at = quantity ? quantity.to : at + 1;
  }
  const whole = ranges(found, words);
  return [...whole, ...sums(whole, words), ...alone(whole, words)];
}

const UP_TO = new Set('to and or bis und oder a y o et ou'.split(' '));

/** In "from four to nineteen percent" the first number has the unit of the second. */
function ranges(found: readonly Quantity[], words: readonly Word[]): Quantity[] {
  return found.map((one, at) => {
    const next = found[at + 1];
    const isRange = next && !one.unit && !one.isShare && next.from === one.to + 1 && UP_TO.has(words[one.to].text);
    return isRange && next.isShare && !next.isRounded ? { ...one, value: one.value / 100, isShare: true } : one;
  });
}

/** Reads a unit without a number as one of it: "the first year", "a long day". */
function alone(found: readonly Quantity[], words: readonly Word[]): Quantity[] {
  const counted = new Set(found.flatMap(({ to }) => Array.from({ length: UNIT_REACH }, (_, more) => to + more)));
  return words.flatMap(({ text }, at): Quantity[] => {
    const unit = counted.has(at) ? undefined : UNITS.get(text);
    return unit
      ? [{ value: 1, from: at, to: at + 1, unit, isShare: false, isRounded: false, isTimes: false, isImplied: true }]
      : [];
  });
}

function quantityAt(words: readonly Word[], at: number, language: string): Quantity | null {
  const { ones, shares, times, joins, articles } = numberWords(language);
  const plain = { from: at, isShare: false, isRounded: false, isTimes: false, isImplied: false };
  const { text } = words[at];
  const fold = /^(\p{L}+)fold$/u.exec(text)?.[1];
  const many = times.get(text) ?? (fold && ones.get(fold));
  if (many) return { ...plain, value: many, to: at + 1, isTimes: true };
  const number = cardinal(words, at, language);
  const from = number ? number.to : articles.has(text) ? at + 1 : at;
  const share = shares.get(words[from]?.text ?? '');
  // "The third attempt" is not a share.
  const shareStands =
    share !== undefined && (share === 0.5 || language !== 'en' || number !== null || /^an?$/.test(text));
  if (shareStands && !(number && number.value > 20)) {
    const value = (number?.value ?? 1) * share;
    // "Half a percent" is not a half.
    const isPercent = articles.has(words[from + 1]?.text ?? '') && PERCENT.has(words[from + 2]?.text ?? '');
    return {
      ...plain,
      value: isPercent ? value / 100 : value,
      to: from + (isPercent ? 3 : 1),
      isShare: true,
      isRounded: true,
    };
  }
  if (!number) {
    const isUnit = articles.has(text) && UNITS.has(words[at + 1]?.text ?? '');
    if (!isUnit) return null;
    const half = joins.has(words[at + 2]?.text ?? '') ? shareAfter(words, at + 3, language) : null;
    return {
      ...plain,
      value: 1 + (half?.value ?? 0),
      to: half ? half.to : at + 1,
      unit: UNITS.get(words[at + 1].text),
      isImplied: !half,
    };
  }
  // "two and a half"
  const more = joins.has(words[number.to]?.text ?? '') ? shareAfter(words, number.to + 1, language) : null;
  const to = more?.to ?? number.to;
  const value = number.value + (more?.value ?? 0);
  if (
    PERCENT.has(words[to]?.text ?? '') ||
    (words[to]?.text === 'por' && words[to + 1]?.text === 'ciento') ||
    (words[to]?.text === 'per' && words[to + 1]?.text === 'cent')
  )
    return { ...plain, value: value / 100, to: to + 1, isShare: true };
  // "nine times out of ten" counts cases.
  const isTimes = /^(times|mal|veces|fois)$/.test(words[to]?.text ?? '') && words[to + 1]?.text !== 'out';
  const isImplied = value === 1 && !/\d/.test(text);
  return { ...plain, value, to, isTimes, isImplied };
}

function shareAfter(words: readonly Word[], at: number, language: string): { value: number; to: number } | null {
  const { shares, articles } = numberWords(language);
  const from = articles.has(words[at]?.text ?? '') ? at + 1 : at;
  const value = shares.get(words[from]?.text ?? '');
  return value === undefined ? null : { value, to: from + 1 };
}

/** A whole number in digits or words that begins at `at`. */
function cardinal(words: readonly Word[], at: number, language: string): { value: number; to: number } | null {
  const { ones, scales, joins } = numberWords(language);
  let total = 0;
  let current: number | null = null;
  let to = at;
  for (let next = at; next < words.length; next += 1) {
    const { text } = words[next];
    if (next > at && words[next].afterMark && !/^\d/.test(words[next - 1].text)) break;
    const scale = scales.get(text);
    const digits = /^\d/.test(text) ? digitsValue(text) : null;
    const one = ones.get(text) ?? (language === 'de' ? germanNumber(text) : NaN);
    if (digits !== null) {
      if (current !== null || total > 0) break;
      current = digits;
    } else if (scale === 100 && (current === null || current < 100)) current = (current ?? 1) * 100;
    else if (scale && scale > 100) [total, current] = [total + (current ?? 1) * scale, null];
    else if (!Number.isNaN(one) && one !== undefined) {
      const sum = added(current, one);
      if (sum === null || (current !== null && /\d/.test(words[next - 1].text))) break;
      current = sum;
    } else if (
      joins.has(text) &&
      next > at &&
      isNumeric(words[next + 1]?.text, language) &&
      joinable(current, total, words[next + 1].text, ones)
    )
      continue;
    else break;
    to = next + 1;
  }
  return to === at ? null : { value: total + (current ?? 0), to };
}

function joinable(current: number | null, total: number, next: string, ones: Map<string, number>): boolean {
  const one = ones.get(next);
  if (one === undefined) return false;
  if (current === null) return total > 0;
  return added(current, one) === current + one && (current % 100 === 0 || one < 10);
}

/** Adds "twenty" + "one", "quatre" + "vingt", and "nineteen" + "forty" of a year; null when a new number begins. */
function added(current: number | null, one: number): number | null {
  if (current === null) return one;
  if (current === 4 && one === 20) return 80;
  if (current % 100 === 0 && current > 0 && one < 100) return current + one;
  if (current % 10 === 0 && current % 100 >= 20 && one < 10 && one > 0) return current + one;
  if ((current % 100 === 60 || current % 100 === 80) && one >= 10 && one < 17) return current + one;
  if (current >= 10 && current <= 20 && one >= 10) return current * 100 + one;
  return null;
}

function isNumeric(text: string | undefined, language: string): boolean {
  return text !== undefined && numberWords(language).ones.has(text);
}

/** "4,800" and "4.800" are thousands, "2.5" and "2,5" are not, "7:50" is a time. */
function digitsValue(text: string): number {
  if (text.includes(':')) {
    const [hours, minutes] = text.split(':').map(Number);
    return hours + minutes / 60;
  }
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''));
  return Number(text.replace(',', '.').replace(/[.,](?=.*\.)/g, ''));
}

function withUnit(quantity: Quantity, words: readonly Word[]): Quantity {
  if (quantity.unit) return quantity;
  for (let at = quantity.to; at < Math.min(words.length, quantity.to + UNIT_REACH); at += 1) {
    const unit = UNITS.get(words[at].text);
    if (unit) return { ...quantity, unit, isShare: quantity.isShare && !unit, isImplied: false };
    if (!BETWEEN.has(words[at].text)) break;
  }
  return quantity;
}

/** The sums of numbers that belong together: "6 hours and 40 minutes" is also one duration. */
function sums(found: readonly Quantity[], words: readonly Word[]): Quantity[] {
  return found.flatMap((one, at) => {
    const next = found[at + 1];
    if (!next || !one.unit || one.unit.of !== next.unit?.of || one.unit.size <= next.unit.size) return [];
    if (next.from - one.to > 2 || words[next.from].afterMark) return [];
    return [{ ...one, value: one.value + (next.value * next.unit.size) / one.unit.size, to: next.to, isImplied: true }];
  });
}
