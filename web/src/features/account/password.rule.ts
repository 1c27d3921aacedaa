/** The bounds of a password's length in characters, as on the server (WEB-15). */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const OFTEN_TRIED = /pass ?w(or|0r)?d|qwert|asdf|letmein|welcome|admin|iloveyou|precis|summar/i;
const RUN = /(.)\1{2,}|012|123|234|345|456|567|678|789|abc|bcd|cde|xyz/gi;

/** Bits below which a password is weak, and from which it is strong. */
const FAIR_BITS = 36;
const STRONG_BITS = 60;

/** A hint during typing, not a rule: any 6 characters are accepted (WEB-15). Runs and well-known words count for nearly nothing. */
export function passwordStrength(password: string): Strength {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return 'short';
  const pool = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].reduce(
    (sum, kind, index) => sum + (kind.test(password) ? [26, 26, 10, 32][index] : 0),
    0,
  );
  const unguessed = [...password.replace(OFTEN_TRIED, '').replace(RUN, '')];
  // A repeated character adds little.
  const worth = (unguessed.length + new Set(unguessed).size) / 2;
  const bits = worth * Math.log2(pool);
  return bits < FAIR_BITS ? 'weak' : bits < STRONG_BITS ? 'fair' : 'strong';
}
