/** How many words in a row make an echo: fewer are found by chance. */
const ECHO_WORDS = 6;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** What does not belong into a summary: links, HTML, Markdown and marks of chat templates. */
const FOREIGN = [
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/\S+/gi,
  /\bwww\.\S+/gi,
  /\b(?:javascript|data|mailto|tel):\S+/gi,
  /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|site|online|shop|link|example|test|invalid|me|co|app|dev)\b(?:\/\S*)?/gi,
  /<[/!?|a-z][^<>]{0,300}>/gi,
  /!?\[[^\]]{0,200}\]\([^)]{0,300}\)/g,
  /`{1,3}|\*\*|__|^#{1,6}\s/g,
];

/**
 * Finds what a model wrote that neither the video nor the task has: a link, HTML or Markdown that is not in the source, and words of the system message.
 * `source`: all text from outside, `secret`: the system message.
 */
export class ForeignText {
  private readonly source: string;
  private readonly secretShingles: Set<string>;
  private words: string | undefined;

  constructor(source: string, secret: string) {
    this.source = source.toLowerCase();
    this.secretShingles = new Set(shinglesOf(secret));
  }

  isIn(text: string): boolean {
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

function shinglesOf(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return Array.from({ length: Math.max(0, words.length - ECHO_WORDS + 1) }, (_, at) =>
    words.slice(at, at + ECHO_WORDS).join(' '),
  );
}
