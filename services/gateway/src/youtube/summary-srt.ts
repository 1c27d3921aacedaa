import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { oneLine } from './summary-text.js';

interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

/** How long a sentence without a known end is shown. */
const USUAL_MS = 5_000;
/** Older players know only these line ends; newer ones know both kinds. */
const LINE_END = '\r\n';

/**
 * Renders the sentences of a summary as SubRip subtitles (SUM-22), one cue each, in order of time. No cue overlaps the next or ends before it
 * begins: sentences of one moment share its time. The test vectors are in proto/cases/summary-srt.json; the web app runs the same ones.
 */
export function summarySrt({ sentences }: Pick<Result, 'sentences'>): string {
  const blocks = cuesOf(sentences).map(({ startMs, endMs, text }, at) =>
    [at + 1, `${srtTime(startMs)} --> ${srtTime(endMs)}`, text, ''].join(LINE_END),
  );
  return blocks.join(LINE_END);
}

function cuesOf(sentences: Result['sentences']): Cue[] {
  const said = sentences
    .map(({ startMs, endMs, text }) => ({ startMs: Math.max(0, Math.floor(startMs)), endMs, text: cueText(text) }))
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.startMs - other.startMs);
  const cues: Cue[] = [];
  let freeMs = 0;
  for (let at = 0; at < said.length;) {
    const { startMs } = said[at];
    const together = said.filter((one) => one.startMs === startMs);
    const nextMs = said[at + together.length]?.startMs ?? Infinity;
    const lastMs = Math.max(...together.map(({ endMs }) => (endMs > startMs ? Math.floor(endMs) : startMs + USUAL_MS)));
    const fromMs = Math.max(startMs, freeMs);
    const eachMs = Math.max(1, Math.floor((Math.min(lastMs, nextMs) - fromMs) / together.length));
    together.forEach(({ text }, nr) =>
      cues.push({ startMs: fromMs + nr * eachMs, endMs: fromMs + (nr + 1) * eachMs, text }),
    );
    freeMs = fromMs + together.length * eachMs;
    at += together.length;
  }
  return cues;
}

/** Makes one line in which nothing ends a cue or is markup to a player: neither tags nor `{\an8}`. */
export function cueText(text: string): string {
  return oneLine(text)
    .replace(/-+>/g, '→')
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/\{/g, '(')
    .replace(/\}/g, ')');
}

/** `hh:mm:ss,mmm` */
export function srtTime(ms: number): string {
  const padded = (value: number, digits: number) => String(value).padStart(digits, '0');
  const seconds = Math.floor(ms / 1_000);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map((part) => padded(part, 2)).join(':')},${padded(ms % 1_000, 3)}`;
}
