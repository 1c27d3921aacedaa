/** In words: a shorter sequence that repeats the prompt may be a coincidence. */
const ECHO_WORDS = 6;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Invisible characters, direction overrides, tags, selectors, control characters and lone surrogates: a reader cannot tell what they hide. Joiners
 * belong to some scripts and to emoji, but never follow a Latin letter.
 */
const HIDDEN =
  /(?:(?![\u061c\u200c-\u200f\ufe0e\ufe0f])[\p{DI}\p{Cf}\p{Cc}\p{Cs}]|(?<=[a-z\u200c\u200d])[\u200c-\u200f\ufe0e\ufe0f])+/giu;
const FORMATTING = /[\p{Cf}\p{DI}]/gu;
/** A common run of this many characters of the key is not a coincidence. A shorter key is a placeholder for a private server that needs none. */
const KEY_CHARS = 12;

/** The longest sentence or title of a model. On a longer text the patterns below could block the event loop for seconds. */
const MOST_CHARS = 1_000;

/** Content that does not belong into a summary: links, HTML, Markdown, chat template marks and fences. */
const FOREIGN = [
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/\S+/gi,
  /\bwww\.\S+/gi,
  /\b(?:javascript|data|mailto|tel):\S+/gi,
  /[^\s@]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/gi,
  /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,24}\/\S/gi,
  /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|site|online|shop|link|example|test|invalid|me|co|app|dev|ai|cc|click|cloud|club|de|eu|fr|fun|gg|gl|icu|live|ly|mov|page|pro|pw|space|store|tech|tv|uk|us|vip|website|ws|zip)\b(?:\/\S*)?/gi,
  /<[/!?|a-z][^<>]{0,300}>/gi,
  /!?\[[^\]]{0,200}\]\([^)]{0,300}\)/g,
  /`{1,3}|\*\*|__|^#{1,6}\s/g,
  /\[\/?(?:inst|sys|system|user|assistant)\]/gi,
  /={4,}|\b[0-9a-f]{24,}\b/gi,
];

/**
 * Finds text of a model that was not said in the video: a link, HTML, Markdown or an invisible character that is not in `source`, and longer runs
 * of words from `asked`, which are the system messages and the caller's prompt. Letters are compared as a reader sees them. No part of `key` may
 * leave unless it is said, in any case and with any separators: the server reads the key in each call. Anything that was said is allowed, as in "no
 * key required".
 */
export class ForeignText {
  private readonly source: string;
  private readonly hidden: string;
  private readonly secretShingles: Set<string>;
  private words: string | undefined;
  private letters: string | undefined;

  constructor(
    source: string,
    asked: readonly string[],
    private readonly key = '',
  ) {
    this.hidden = (source.match(HIDDEN) ?? []).join('\n');
    this.source = seen(source).toLowerCase();
    this.secretShingles = new Set(asked.flatMap((text) => shinglesOf(seen(text))));
  }

  /** A text that is too long to check is treated as foreign. */
  isIn(written: string): boolean {
    if (written.length > MOST_CHARS) return true;
    if ((written.match(HIDDEN) ?? []).some((run) => !this.hidden.includes(run))) return true;
    const text = seen(written);
    if (this.hasKey(text)) return true;
    return this.hasForeignMarks(text) || shinglesOf(text).some((shingle) => this.isEcho(shingle));
  }

  private hasKey(text: string): boolean {
    const [bare, key] = [lettersIn(text), lettersIn(this.key)];
    for (let at = 0; at + KEY_CHARS <= key.length; at += 1) {
      const part = key.slice(at, at + KEY_CHARS);
      if (bare.includes(part) && !(this.letters ??= lettersIn(this.source)).includes(part)) return true;
    }
    return false;
  }

  private hasForeignMarks(text: string): boolean {
    return FOREIGN.some((pattern) =>
      (text.match(pattern) ?? []).some((found) => !this.source.includes(found.toLowerCase())),
    );
  }

  private isEcho(shingle: string): boolean {
    if (!this.secretShingles.has(shingle)) return false;
    // Computed only now: the words of hours of speech take a while, and hardly any sentence gets here.
    this.words ??= ` ${(this.source.match(WORD) ?? []).join(' ')} `;
    return !this.words.includes(` ${shingle} `);
  }
}

function seen(text: string): string {
  return text.normalize('NFKC').replace(FORMATTING, '');
}

function lettersIn(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function shinglesOf(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return Array.from({ length: Math.max(0, words.length - ECHO_WORDS + 1) }, (_, at) =>
    words.slice(at, at + ECHO_WORDS).join(' '),
  );
}
