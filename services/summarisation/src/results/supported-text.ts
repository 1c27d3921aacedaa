/** A line that has only the marks of a key point (bullet, time, full stop) left, after its sentence was removed. */
const BARE = /^[\s\-*•>#]*(?:\[[\d:]+\])?[\s.]*$/;

/**
 * Removes the sentences `dropped` from the text of a summary; `kept` are all others. A line without a sentence is removed, and so is a heading
 * without a part. A dropped sentence is not removed where it is a part of a longer sentence that stays.
 */
export function textWithout(summary: string, dropped: readonly string[], kept: readonly string[]): string {
  if (dropped.length === 0) return summary;
  const all = longestFirst([...dropped, ...kept]);
  const gone = new Set(dropped.filter((text) => !kept.includes(text)));
  const blocks = summary.split('\n\n').map((block) => blockWithout(block, all, gone));
  return blocks.filter((block, at) => block !== '' && !(isHeading(block) && leadsNowhere(blocks, at))).join('\n\n');
}

/** The sentences in the order in which a reader of the summary meets them. Those that its text does not contain come last. */
export function inTextOrder<S>(summary: string, sentences: readonly S[], textOf: (sentence: S) => string): S[] {
  const texts = longestFirst(sentences.map(textOf));
  const places = new Map([...new Set(sentencesIn(summary, texts))].map((text, place) => [text, place]));
  const placeOf = (sentence: S) => places.get(textOf(sentence)) ?? places.size;
  return sentences.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function blockWithout(block: string, all: readonly string[], gone: ReadonlySet<string>): string {
  let lost = false;
  let left = false;
  const lines = block.split('\n').flatMap((line) => {
    const found = sentencesIn(line, all);
    left ||= found.some((text) => !gone.has(text));
    if (!found.some((text) => gone.has(text))) return [line];
    lost = true;
    const rest = lineWithout(line, all, gone);
    return BARE.test(rest) ? [] : [rest];
  });
  return lost && !left ? '' : lines.join('\n');
}

/** Without empty texts, and each once. */
function longestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '').sort((a, b) => b.length - a.length);
}

function sentencesIn(line: string, all: readonly string[]): string[] {
  const found: string[] = [];
  walk(line, all, (text) => found.push(text));
  return found;
}

function lineWithout(line: string, all: readonly string[], gone: ReadonlySet<string>): string {
  let rest = '';
  walk(
    line,
    all,
    (text) => (rest += gone.has(text) ? '' : text),
    (sign) => (rest += sign),
  );
  return rest
    .replace(/ {2,}/g, ' ')
    .trimEnd()
    .replace(/^ (?=\S)/, '');
}

/** Splits a line into known sentences and single characters, from left to right. Of several sentences at one place, the longest counts. */
function walk(
  line: string,
  all: readonly string[],
  onSentence: (text: string) => void,
  onSign?: (sign: string) => void,
): void {
  for (let at = 0; at < line.length;) {
    const text = all.find((one) => line.startsWith(one, at));
    if (text === undefined) onSign?.(line[at]);
    else onSentence(text);
    at += text?.length ?? 1;
  }
}

function isHeading(block: string): boolean {
  return /^#{1,6} [^\n]*$/.test(block);
}

/** Whether nothing but another heading, or nothing at all, follows. */
function leadsNowhere(blocks: readonly string[], at: number): boolean {
  const next = blocks.slice(at + 1).find((block) => block !== '');
  return next === undefined || isHeading(next);
}
