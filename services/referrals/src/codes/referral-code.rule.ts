/** Crockford's base32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** Random bytes that a code takes: of each the lowest five bits count, so that every letter is equally likely. */
export const CODE_BYTES = LENGTH;

/** A code is 10 random characters of Crockford's base32, 50 bits: nobody guesses somebody's (REF-11). */
export function codeOfBytes(random: Uint8Array): string {
  return [...random.subarray(0, LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');
}

/**
 * Small and capital letters, O and 0, and I, L and 1 read alike, and spaces and hyphens count for nothing (REF-11). Undefined for what
 * cannot be a code.
 */
export function codeTyped(text: string): string | undefined {
  // Nothing longer is worth reading; 64 is what a registration keeps.
  const code = text.slice(0, 65).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return CODE.test(code) ? code : undefined;
}
