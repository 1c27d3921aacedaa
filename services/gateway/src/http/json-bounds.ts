/** Deepest nesting of a JSON body; no route's own schema comes near. */
export const MAX_JSON_DEPTH = 32;
/** Values of a JSON body, as its objects, arrays and commas; a transcript of 200,000 words in timed pieces has no more. */
export const MAX_JSON_VALUES = 100_000;

export type BrokenBound = 'depth' | 'values';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/**
 * Which bound a body breaks, told from its bytes in one pass and without understanding it. What JSON.parse costs depends on the
 * shape far more than on the size: 4.8 MB of brackets hold the event loop for a second, of small objects or of distinct names for half
 * of one, and of one text for a hundredth. In UTF-8 no byte of a longer character looks like one of these signs.
 */
export function brokenJsonBound(raw: Uint8Array): BrokenBound | undefined {
  let depth = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at];
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
      continue;
    }
    if (byte === QUOTE) isInText = true;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      if (++depth > MAX_JSON_DEPTH) return 'depth';
      if (++values > MAX_JSON_VALUES) return 'values';
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--;
    else if (byte === COMMA && ++values > MAX_JSON_VALUES) return 'values';
  }
  return undefined;
}
