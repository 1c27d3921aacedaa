/** How many words in a row make an echo: fewer are found by chance. */
const ECHO_WORDS = 6;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Marks that nobody sees, direction overrides and tags: a reader cannot tell what they hide. */
const HIDDEN = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const FORMATTING = /\p{Cf}/gu;

/** What does not belong into a summary: links, HTML, Markdown, marks of chat templates and fences. */
const FOREIGN = [
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/\S+/gi,
  /\bwww\.\S+/gi,
  /\b(?:javascript|data|mailto|tel):\S+/gi,
  /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|site|online|shop|link|example|test|invalid|me|co|app|dev)\b(?:\/\S*)?/gi,
  /<[/!?|a-z][^<>]{0,300}>/gi,
  /!?\[[^\]]{0,200}\]\([^)]{0,300}\)/g,
  /`{1,3}|\*\*|__|^#{1,6}\s/g,
  /\[\/?(?:inst|sys|system|user|assistant)\]/gi,
  /={4,}|\b[0-9a-f]{24,}\b/gi,
];

/**
 * Finds what a model wrote that was not said: a link, HTML, Markdown or an unseen mark that is not in the source, and words in a row of what was asked.
 * `source`: what is said in the video, `asked`: the system messages and the caller's prompt. Letters are compared as a reader sees them.
 */
export class ForeignText {
  private readonly source: string;
  private readonly hasHidden: boolean;
  private readonly secretShingles: Set<string>;
  private words: string | undefined;

  constructor(source: string, asked: readonly string[]) {
    this.hasHidden = HIDDEN.test(source);
    this.source = seen(source).toLowerCase();
    this.secretShingles = new Set(asked.flatMap((text) => shinglesOf(seen(text))));
  }

  isIn(written: string): boolean {
    if (!this.hasHidden && HIDDEN.test(written)) return true;
    const text = seen(written);
    return this.hasForeignMarks(text) || shinglesOf(text).some((shingle) => this.isEcho(shingle));
  }

  private hasForeignMarks(text: string): boolean {
    return FOREIGN.some((pattern) =>
      (text.match(pattern) ?? []).some((found) => !this.source.includes(found.toLowerCase())),
    );
  }

  private isEcho(shingle: string): boolean {
    if (!this.secretShingles.has(shingle)) return false;
    // Only now: the words of hours of speech take a while, and hardly any sentence comes here.
    this.words ??= ` ${(this.source.match(WORD) ?? []).join(' ')} `;
    return !this.words.includes(` ${shingle} `);
  }
}

function seen(text: string): string {
  return text.normalize('NFKC').replace(FORMATTING, '');
}

function shinglesOf(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return Array.from({ length: Math.max(0, words.length - ECHO_WORDS + 1) }, (_, at) =>
    words.slice(at, at + ECHO_WORDS).join(' '),
  );
}
