const PREFIX = 'prc_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^prc_[0-9A-Za-z]{46}$/;
const CHECKSUM_LENGTH = 6;

/** Random characters of a key: 62^40 is more than 238 bits. */
export const KEY_CHARACTERS = 40;

/** A key is `prc_`, 40 base62 characters, and a CRC32 of all these in 6 base62 characters (KEY-2). `digits` are 40 numbers from 0 to 61. */
export function composeApiKey(digits: number[]): string {
  const body = PREFIX + digits.map((digit) => ALPHABET[digit]).join('');
  return body + checksum(body);
}

/** A text whose shape or checksum is wrong was never issued, so it is refused before any look-up (KEY-2). */
export function isWellFormedApiKey(text: string): boolean {
  return SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

function checksum(ascii: string): string {
  let rest = crc32(ascii);
  let digits = '';
  for (let n = 0; n < CHECKSUM_LENGTH; n++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** CRC-32 of IEEE 802.3 (reflected, polynomial 0xEDB88320) over ASCII text. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < ascii.length; at++) {
    crc ^= ascii.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
