import { z } from 'zod';
import type { HttpProblem } from './http-problem.js';
import type { PathId } from './route-policy.js';

/**
 * The kinds of fields that come from outside. A field's description says what it may be. The OpenAPI document shows it, and a refusal repeats it. The
 * document also states every bound, so no bound may hide in a `refine`, which it cannot show. Lengths are in characters (code points). A text that is
 * too long ends the check, because a pattern must not run over 5 MB. Null bytes are refused: Postgres cannot store them.
 */

const NO_NULL_BYTES = /^[^\0]*$/;
/** Written so that no text causes backtracking. */
const NOT_BLANK = /^\s*[^\0\s][^\0]*$/;

/** A text that may be blank, of `least` to `most` characters. */
export function text(least: number, most: number) {
  return bounded(least, most)
    .regex(NO_NULL_BYTES)
    .describe(`a text of ${least} to ${most} characters without null bytes`);
}

/** A required text; blank is treated as missing. */
export function requiredText(most: number) {
  return bounded(1, most)
    .regex(NOT_BLANK)
    .describe(`a text of 1 to ${most} characters that is not blank and has no null bytes`);
}

/** An optional text; null and empty are treated as absent (API-2). */
export function optionalText(most: number) {
  return z
    .string()
    .max(most, { abort: true })
    .regex(NO_NULL_BYTES)
    .nullish()
    .transform((value) => value || undefined)
    .describe(`a text of at most ${most} characters without null bytes`);
}

/**
 * A text that is required when `other` is absent, which the whole body checks. Null, empty and blank are treated as absent. The document describes
 * the field for the case without the other one.
 */
export function textUnless(other: string, most: number) {
  return z
    .string()
    .max(most, { abort: true })
    .regex(NO_NULL_BYTES)
    .nullish()
    .transform((value) => (value?.trim() ? value : undefined))
    .meta({
      nullable: false,
      minLength: 1,
      pattern: NOT_BLANK.source,
      description: `a text of 1 to ${most} characters that is not blank and has no null bytes, needed without ${other}`,
    });
}

/** One of a few words. */
export function requiredWord<const W extends readonly [string, ...string[]]>(words: W) {
  return z.enum(words).describe(`one of: ${words.join(', ')}`);
}

/** One of a few words; null and empty are treated as absent. */
export function optionalWord<const W extends readonly string[]>(words: W) {
  return z
    .enum([...words, ''])
    .nullish()
    .transform((value) => (value || undefined) as W[number] | undefined)
    .describe(`one of: ${words.join(', ')}`);
}

/** A yes or no; null is treated as absent, and absent as `valueWhenAbsent`. */
export function optionalBoolean(valueWhenAbsent: boolean) {
  return z
    .boolean()
    .nullish()
    .transform((value) => value ?? valueWhenAbsent)
    .describe('true or false');
}

/**
 * Any text. A text that cannot be a referral code becomes '', because a bad code never blocks a registration or a purchase (REF-6). Undefined when
 * none was typed. Spaces from copying are removed.
 */
export function optionalReferralCode() {
  return z
    .string()
    .nullish()
    .transform((typed) => {
      const code = typed?.replaceAll(' ', '') || undefined;
      return code === undefined || /^[\x21-\x7e]{1,64}$/.test(code) ? code : '';
    })
    .describe('a text; one that cannot be a referral code is treated as no code');
}

/** A BCP 47 code of language, script and region, or auto; null, empty and auto are treated as absent. */
export function optionalLanguage() {
  return z
    .string()
    .max(12, { abort: true })
    .regex(/^(auto|[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?)?$/)
    .nullish()
    .transform((value) => (value && value !== 'auto' ? value : undefined))
    .describe('auto or the code of a language, such as de, pt-BR or zh-Hant');
}

/** A number within its bounds, `unit` in the plural; null is treated as absent. */
export function optionalNumber(least: number, most: number, unit: string) {
  return z
    .number()
    .min(least)
    .max(most)
    .nullish()
    .transform((value) => value ?? undefined)
    .describe(`a number of ${unit} from ${least} to ${most}`);
}

/** A month of the query as YYYY-MM; empty is treated as absent. Years are 2000 to 9999: all others are mistakes (QUOTA-16). */
export function optionalMonth() {
  return z
    .string()
    .max(7, { abort: true })
    .regex(/^([2-9]\d{3}-(0[1-9]|1[0-2]))?$/)
    .optional()
    .transform((value) => value || undefined)
    .describe('a month written YYYY-MM, from 2000-01 to 9999-12');
}

/** A yes or no of a JSON body. */
export function requiredBoolean() {
  return z.boolean().describe('true or false');
}

/** A yes or no of the query; empty is treated as absent, and absent as `valueWhenAbsent`. */
export function optionalQueryBoolean(valueWhenAbsent: boolean) {
  return z
    .string()
    .max(5, { abort: true })
    .regex(/^(true|false)?$/)
    .optional()
    .transform((value) => (value || String(valueWhenAbsent)) === 'true')
    .describe('true or false');
}

/** One of a few words of the query; empty is treated as absent. */
export function optionalQueryWord<const W extends readonly [string, ...string[]]>(words: W) {
  return z
    .string()
    .max(Math.max(...words.map((word) => word.length)), { abort: true })
    .regex(new RegExp(`^(${words.join('|')})?$`))
    .optional()
    .transform((value) => (value || undefined) as W[number] | undefined)
    .describe(`one of: ${words.join(', ')}`);
}

/** A whole number of the query from 1 to 100; empty is treated as absent. */
export function optionalPageSize(otherwise: number) {
  return z
    .string()
    .max(3, { abort: true })
    .regex(/^([1-9]\d?|100)?$/)
    .optional()
    .transform((value) => Number(value || otherwise))
    .describe('a whole number from 1 to 100');
}

/** The format of ids that services write. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An id in a path, taken from an earlier answer. `code` and `message` are those of the 404 for an unknown id. */
export function pathId(code: HttpProblem['code'], message: string, pattern = UUID, most = 36): PathId {
  const schema = z.string().max(most, { abort: true }).regex(pattern).describe('an id of an earlier answer');
  return { schema, unknown: { code, message } };
}

/** An id of the query, taken from an earlier answer; empty is treated as absent. */
export function optionalId() {
  return z
    .string()
    .max(36, { abort: true })
    .regex(new RegExp(`^(${UUID.source.slice(1, -1)})?$`))
    .optional()
    .transform((value) => value ?? '')
    .describe('an id of an earlier answer');
}

/** The position where a page of an earlier answer ended, as usage writes it; empty is treated as absent. */
export function optionalCursor() {
  return z
    .string()
    .max(32, { abort: true })
    .regex(/^([\w-]{32})?$/)
    .optional()
    .transform((value) => value ?? '')
    .describe('the cursor of an earlier answer');
}

/** A whole number of the query, taken from an earlier answer; empty is treated as absent, and absent as 0. */
export function optionalSequence() {
  return z
    .string()
    .max(15, { abort: true })
    .regex(/^([1-9]\d{0,14})?$/)
    .optional()
    .transform((value) => Number(value || 0))
    .describe('a whole number of an earlier answer');
}

/** The number of the line after which a page begins. Empty is treated as absent, and absent as 0. */
export function optionalLineNumber() {
  return z
    .string()
    .max(9, { abort: true })
    .regex(/^(0|[1-9]\d{0,8})?$/)
    .optional()
    .transform((value) => Number(value || 0))
    .describe('the number of a line');
}

/** The number of lines of a page. Empty is treated as absent. */
export function optionalLineCount(otherwise: number) {
  return z
    .string()
    .max(4, { abort: true })
    .regex(/^([1-9]\d{0,2}|1000)?$/)
    .optional()
    .transform((value) => Number(value || otherwise))
    .describe('a whole number from 1 to 1000');
}

function bounded(least: number, most: number) {
  return z.string().min(least).max(most, { abort: true });
}
