/** What surrounds the name of a voice, so that nobody takes it for words. Control characters of the file itself are gone before. */
export const VOICE = { from: '\u0002', to: '\u0003' } as const;

/** The names of voices in what withoutMarks() leaves. */
export const VOICE_NAMES = new RegExp(`${VOICE.from}[^${VOICE.to}]*${VOICE.to}`, 'g');

const MOST_TAG_CHARS = 500;
const BRACKETED = new RegExp(`<([^<>]{1,${MOST_TAG_CHARS}})>`, 'g');
/** Times of single words; `{\an8}` and the like are places and colours of ASS. */
const WORD_TIME = /^[\d:.,]{4,16}$/;
const ASS_OVERRIDE = /\{\\[^{}]{0,200}\}/g;
/** A drawing of ASS is made of letters and numbers. */
const ASS_DRAWING = /\{\\(?:[^{}]{0,60}?\\)?p[1-9](?=[\\}])[^{}]{0,200}\}[^{}]*/g;
/** Who speaks of tags means them. */
const SPEAKS_OF_TAGS = /\b(?:html|xml|tags?|elements?|markup)\b/i;
const PLAIN = 'b|i|u|s|c|em|strong|ruby|rt|rp|font|span|lang|v|bdi';
const BREAKING = 'br|p|div';
/** Nobody speaks of these by their brackets, nor are they types of a language of programming. */
const ACTIVE = 'script|style|iframe|img|svg|html|body|meta';
const ATTRIBUTE = String.raw`\s+[\w:-]{1,40}\s{0,3}=\s{0,3}(?:"[^"]*"|'[^']*'|[^\s"'=]+)`;
const CLASSES = String.raw`(?:\.[\w.-]{1,100})?`;
const KNOWN = new RegExp(
  String.raw`^(\/?)(${PLAIN}|${BREAKING})${CLASSES}((?:${ATTRIBUTE}){0,12})\s{0,9}(\/?)\s{0,9}$`,
  'i',
);
const ANNOTATED = new RegExp(String.raw`^(v|lang)${CLASSES}\s+([^=]{1,200})$`, 'i');
const ACTIVE_TAG = new RegExp(String.raw`^\/?(?:${ACTIVE})(?=[\s/]|$)`, 'i');
const BARE = new RegExp(`^(?:${PLAIN}|${BREAKING})$`, 'i');
const IS_BREAK = new RegExp(`^(?:${BREAKING})$`, 'i');

/**
 * `text` without the marks of subtitles and of the HTML in them: a tag is nothing, a break is a line end, and the name of a voice stands between the
 * signs of VOICE. Only tags that are known are taken out: `a<b and c>d`, `i<n` and `vector<int>` are words.
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

/** What stands in the place of a tag, undefined when it is none. */
function replacementOf(inner: string, isGlued: boolean, isClosed: (name: string) => boolean): string | undefined {
  if (WORD_TIME.test(inner)) return '';
  const [, slash, word, attributes] = KNOWN.exec(inner) ?? [];
  if (word !== undefined) {
    const name = word.toLowerCase();
    // "x<b>y" compares where nothing closes what it would open.
    const isComparison = isGlued && name.length === 1 && slash === '' && attributes === '' && !isClosed(name);
    return isComparison ? undefined : IS_BREAK.test(name) ? '\n' : '';
  }
  const [, kind, annotation] = isGlued ? [] : (ANNOTATED.exec(inner) ?? []);
  if (annotation !== undefined) return kind.toLowerCase() === 'v' ? `${VOICE.from}${annotation.trim()}${VOICE.to}` : '';
  return ACTIVE_TAG.test(inner) ? '' : undefined;
}

/** `\N` and `\n` are line ends and `\h` is a space, but not in the name of a file. */
function withoutAss(text: string): string {
  return text
    .replace(ASS_DRAWING, '')
    .replace(ASS_OVERRIDE, '')
    .replace(/\S+/g, (word) =>
      /^["'(]?[A-Za-z]:\\|^\\\\/.test(word) ? word : word.replace(/\\N|\\n/g, '\n').replace(/\\h/g, ' '),
    );
}
