/** The characters that enclose the name of a voice, so that it is not treated as speech. Control characters of the file itself are removed before. */
export const VOICE = { from: '\u0002', to: '\u0003' } as const;

/** Finds the names of voices in the output of withoutMarks(). */
export const VOICE_NAMES = new RegExp(`${VOICE.from}[^${VOICE.to}]*${VOICE.to}`, 'g');

const MOST_TAG_CHARS = 500;
const BRACKETED = new RegExp(`<([^<>]{1,${MOST_TAG_CHARS}})>`, 'g');
/** Times of single words. `{\an8}` and the like are positions and colours of ASS. */
const WORD_TIME = /^[\d:.,]{4,16}$/;
const ASS_OVERRIDE = /\{\\[^{}]{0,200}\}/g;
/** A drawing of ASS is made of letters and numbers. */
const ASS_DRAWING = /\{\\(?:[^{}]{0,60}?\\)?p[1-9](?=[\\}])[^{}]{0,200}\}[^{}]*/g;
/** A speaker who mentions tags means them literally. */
const SPEAKS_OF_TAGS = /\b(?:html|xml|tags?|elements?|markup)\b/i;
const PLAIN = 'b|i|u|s|c|em|strong|ruby|rt|rp|font|span|lang|v|bdi';
const BREAKING = 'br|p|div';
/** Tags that nobody uses in speech, and that are not types of a programming language. */
const ACTIVE = 'script|style|iframe|img|svg|html|body|meta';
const ATTRIBUTE = String.raw`\s+[\w:-]{1,40}\s{0,3}=\s{0,3}(?:"[^"]*"|'[^']*'|[^\s"'=]+)`;
const CLASSES = String.raw`(?:\.[\w.-]{1,100})?`;
const KNOWN = new RegExp(
  String.raw`^(\/?)(${PLAIN}|${BREAKING})${CLASSES}((?:${ATTRIBUTE}){0,12})\s{0,9}(\/?)\s{0,9}$`,
  'i',
);
/** The annotation begins with a character that is no space: otherwise each of many spaces could be its first, and all were tried. */
const ANNOTATED = new RegExp(String.raw`^(v|lang)${CLASSES}\s+([^\s=][^=]{0,199})?$`, 'i');
const ACTIVE_TAG = new RegExp(String.raw`^\/?(?:${ACTIVE})(?=[\s/]|$)`, 'i');
/** Nobody speaks a closing tag, with any name; only an opening one may be a type such as `vector<int>`. */
const CLOSING = /^\/[a-z][\w-]{0,40}\s{0,3}$/i;
const BARE = new RegExp(`^(?:${PLAIN}|${BREAKING})$`, 'i');
const IS_BREAK = new RegExp(`^(?:${BREAKING})$`, 'i');

/**
 * Removes the markup of subtitles, and of HTML in them, from `text`. A tag is dropped, a break becomes a newline, and the name of a voice
 * is put between the characters of VOICE. Only known tags are removed: `a<b and c>d`, `i<n` and `vector<int>` are words.
 */
export function withoutMarks(text: string): string {
  const plain = text.includes('\\') ? withoutAss(text) : text;
  if (!plain.includes('<')) return plain;
  const closed = new Map<string, boolean>();
  let speaksOfTags: boolean | undefined;
  const isClosed = (name: string) => {
    const known = closed.get(name) ?? new RegExp(`</${name}\\s{0,3}>`, 'i').test(plain);
    closed.set(name, known);
    return known;
  };
  return plain.replace(BRACKETED, (tag, inner: string, at: number) => {
    const isGlued = /[\p{L}\p{N}_]/u.test(plain[at - 1] ?? ' ');
    const isApart = /\s/.test(plain[at - 1] ?? '') && /[\s.,;:!?]/.test(plain[at + tag.length] ?? '');
    if (isApart && BARE.test(inner) && !isClosed(inner.toLowerCase()) && (speaksOfTags ??= SPEAKS_OF_TAGS.test(plain)))
      return tag;
    return replacementOf(inner, isGlued, isClosed) ?? tag;
  });
}

/** What replaces a tag; undefined when it is not a tag. */
function replacementOf(inner: string, isGlued: boolean, isClosed: (name: string) => boolean): string | undefined {
  if (WORD_TIME.test(inner)) return '';
  const [, slash, word, attributes] = KNOWN.exec(inner) ?? [];
  if (word !== undefined) {
    const name = word.toLowerCase();
    // "x<b>y" is a comparison when nothing closes the tag.
    const isComparison = isGlued && name.length === 1 && slash === '' && attributes === '' && !isClosed(name);
    return isComparison ? undefined : IS_BREAK.test(name) ? '\n' : '';
  }
  const [, kind, annotation = ''] = isGlued ? [] : (ANNOTATED.exec(inner) ?? []);
  if (kind !== undefined) return kind.toLowerCase() === 'v' ? `${VOICE.from}${annotation.trim()}${VOICE.to}` : '';
  return ACTIVE_TAG.test(inner) || CLOSING.test(inner) ? '' : undefined;
}

/** `\N` and `\n` are newlines and `\h` is a space, except in file names. */
function withoutAss(text: string): string {
  return text
    .replace(ASS_DRAWING, '')
    .replace(ASS_OVERRIDE, '')
    .replace(/\S+/g, (word) =>
      /^["'(]?[A-Za-z]:\\|^\\\\/.test(word) ? word : word.replace(/\\N|\\n/g, '\n').replace(/\\h/g, ' '),
    );
}
