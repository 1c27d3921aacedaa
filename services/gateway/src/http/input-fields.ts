import { z } from 'zod';

/** Text from outside. Postgres cannot store a null byte and no name, address or prompt has one. */
export function text(maxLength: number) {
  return z.string().max(maxLength).refine((value) => !value.includes('\0'), { error: 'must not contain null bytes' });
}

/** Required text, blank counts as missing. */
export function requiredText(maxLength: number) {
  return text(maxLength).refine((value) => value.trim() !== '', { error: 'is required' });
}

/** Null and empty count as absent (decisions 21). */
export function optionalText(maxLength: number) {
  return text(maxLength).nullish().transform((value) => value || undefined);
}

/** One of a few words; null and empty count as absent. */
export function optionalWord<const W extends readonly [string, ...string[]]>(words: W) {
  return z.union([z.enum(words), z.literal('')]).nullish().transform((value) => (value || undefined) as W[number] | undefined);
}

/** A month as YYYY-MM; null and empty count as absent. Years 2000 to 9999: others are mistakes, and year 0 is none (decisions 23). */
export function optionalMonth() {
  return z
    .union([z.literal(''), z.string().regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/)], { error: 'must be a month written YYYY-MM' })
    .nullish()
    .transform((value) => value || undefined);
}
