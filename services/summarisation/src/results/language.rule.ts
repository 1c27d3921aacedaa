/**
 * The language of a summary is the requested one. With auto, with no request, or with any form of the transcript's own language ("pt-BR" for "pt"),
 * it is the transcript's (SUM-21).
 */

/** Codes without a particular language. */
const NO_LANGUAGES = new Set(['und', 'mul', 'mis', 'zxx']);
const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const CODE = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/** The canonical form of a code ("pt-br" is "pt-BR", "iw" is "he"), '' for the transcript's language, undefined for an invalid code. */
export function askedLanguage(asked: string): string | undefined {
  if (asked === '' || asked === 'auto') return '';
  if (!CODE.test(asked)) return undefined;
  const [code] = Intl.getCanonicalLocales(asked);
  const primary = primaryOf(code);
  return NO_LANGUAGES.has(primary) || NAMES.of(primary) === undefined ? undefined : code;
}

/** Whether two codes name one language, with any script and region. */
export function isSameLanguage(one: string, other: string): boolean {
  return primaryOf(one) === primaryOf(other);
}

/** Whether captions in `spoken` answer a request for `asked`: in the same language, and with no other script or region than the request names. */
export function servesRequest(spoken: string, asked: string): boolean {
  const [one, other] = [spoken.toLowerCase(), asked.toLowerCase()];
  const hasOwnTrack = /[-_]/.test(asked) || (NORWEGIAN.includes(one) && NORWEGIAN.includes(other));
  return one === other || (isSameLanguage(spoken, asked) && !hasOwnTrack);
}

/** Both written forms of Norwegian, which captions name in either way. */
const NORWEGIAN = ['nb', 'nn'];

/** Sources are not trusted: an invalid code is kept as it is. */
function primaryOf(code: string): string {
  const primary = code.trim().toLowerCase().split(/[-_]/)[0];
  if (NORWEGIAN.includes(primary)) return 'no';
  try {
    return Intl.getCanonicalLocales(primary)[0] ?? primary;
  } catch {
    return primary;
  }
}
