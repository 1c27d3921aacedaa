import { oneLine } from './summary-text.js';

/** A text and when it is said, in milliseconds. An `endMs` that is not after the start is unknown. */
export interface Timed {
  startMs: number;
  endMs: number;
  text: string;
}

/** How long a text without a known end is shown. */
const USUAL_MS = 5_000;

/**
 * Makes one subtitle cue of each text with words, in order of time. No cue overlaps the next or ends before it begins: texts of one moment share
 * its time.
 */
export function cuesOf(texts: readonly Timed[]): Timed[] {
  const said = texts
    .map(({ startMs, endMs, text }) => ({ startMs: Math.max(0, Math.floor(startMs)), endMs, text: cueText(text) }))
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.startMs - other.startMs);
  const cues: Timed[] = [];
  let freeMs = 0;
  for (let at = 0; at < said.length;) {
    const { startMs } = said[at];
    let next = at + 1;
    while (said[next]?.startMs === startMs) next += 1;
    const together = said.slice(at, next);
    const nextMs = said[next]?.startMs ?? Infinity;
    const lastMs = together.reduce(
      (last, { endMs }) => Math.max(last, endMs > startMs ? Math.floor(endMs) : startMs + USUAL_MS),
      startMs,
    );
    const fromMs = Math.max(startMs, freeMs);
    const eachMs = Math.max(1, Math.floor((Math.min(lastMs, nextMs) - fromMs) / together.length));
    together.forEach(({ text }, nr) =>
      cues.push({ startMs: fromMs + nr * eachMs, endMs: fromMs + (nr + 1) * eachMs, text }),
    );
    freeMs = fromMs + together.length * eachMs;
    at = next;
  }
  return cues;
}

/** Makes one line in which nothing ends a cue or is markup to a player: neither tags nor `{\an8}`. */
function cueText(text: string): string {
  return oneLine(text)
    .replace(/-+>/g, '→')
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/\{/g, '(')
    .replace(/\}/g, ')');
}
