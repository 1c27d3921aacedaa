/** Crockford's base32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
/** A registration stores no longer text (auth's registration.rule.ts). */
const LONGEST_TYPED = 64;
const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** Random bytes of a code: the lowest five bits of each are used, so that every letter is equally likely. */
export const CODE_BYTES = LENGTH;

/** A code is 10 random characters of Crockford's base32, 50 bits: too many to guess one (REF-11). */
export function codeOfBytes(random: Uint8Array): string {
  return [...random.subarray(0, LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');
}

/** Normalises a typed code: case, O and 0, and I, L and 1 are equal, and spaces and hyphens are ignored (REF-11). Undefined for a malformed code. */
export function codeTyped(text: string): string | undefined {
  if (text.length > LONGEST_TYPED) return undefined;
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return CODE.test(code) ? code : undefined;
}
