import type { SummaryLength } from '../../results/parameters.rule.js';
import type { CitedSentence, SummaryOutput } from '../summary-engine.js';
import type { Selection } from './selection.js';

/**
 * Writes the summary of one length: a paragraph; auto adds `- [mm:ss]` lines, detail adds parts with headings. `selection` refers to units by their
 * index in `units`; `titles` are the subjects of its parts.
 */
export function render(
  length: SummaryLength,
  selection: Selection,
  units: readonly CitedSentence[],
  durationMs: number,
  titles: readonly string[] = [],
): Omit<SummaryOutput, 'focusApplied'> {
  const used = new Set(selection.overview);
  const paragraph = (ids: readonly number[]) => joined(ids.map((id) => tidied(units[id].text)));
  const blocks = [paragraph(selection.overview)];
  if (length === 'auto') {
    const points = selection.parts.flatMap((part) => part.points);
    points.forEach((id) => used.add(id));
    blocks.push(points.map((id) => `- ${pointLabel(units[id].startMs)} ${tidied(units[id].text)}`).join('\n'));
  }
  if (length === 'detail') {
    selection.parts.forEach((part, at) => {
      const ids = [...part.points, ...part.extra].sort((a, b) => a - b);
      ids.forEach((id) => used.add(id));
      if (ids.length > 0) blocks.push(`${heading(selection, at, units, durationMs, titles[at])}\n${paragraph(ids)}`);
    });
  }
  const sentences = [...used]
    .sort((a, b) => a - b)
    .map((id) => ({ startMs: units[id].startMs, endMs: units[id].endMs, text: tidied(units[id].text) }));
  return { summary: blocks.filter((block) => block !== '').join('\n\n'), sentences };
}

function heading(
  selection: Selection,
  at: number,
  units: readonly CitedSentence[],
  durationMs: number,
  title: string | undefined,
): string {
  const from = at === 0 ? 0 : units[selection.parts[at].start].startMs;
  const next = selection.parts[at + 1];
  const times = `Part ${at + 1} (${timeLabel(from)} - ${timeLabel(next ? units[next.start].startMs : durationMs)})`;
  return title ? `${times}: ${title}` : times;
}

/** Scripts without spaces have none between sentences either. */
function joined(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => text + (text === '' || text.endsWith('。') ? '' : ' ') + sentence, '');
}

const CLOSED = /[.!?…。！？｡؟۔।॥։።]["'”’)\]»」』]*$/u;
const UNSPACED_END = /[\u3040-\u30ff\u3400-\u9fff]["'”’)\]»」』]*$/u;

/** Marks before a sentence. The sign of a number ("-40", ".5") and the dot of a name (".NET") belong to it. */
const OPENING_MARKS = /^(?:[\s,;:!?…、，。—]|\.{2,}|--+|[-–](?!\.?\p{N}|[$€£]\p{N})|\.(?![\p{L}\p{N}]))+/u;

/** Keeps the speaker's own words: changes only the first letter to a capital and adds a closing mark. */
export function tidied(text: string): string {
  const body = text.replace(OPENING_MARKS, '').replace(/[\s,;:、，\-–—]+$/u, '');
  const first = String.fromCodePoint(body.codePointAt(0) ?? 0x20);
  const capital = first.toUpperCase();
  // The capital of "ß" is two letters, a word that was not said.
  const opened = capital.length === first.length ? capital + body.slice(first.length) : body;
  if (CLOSED.test(opened)) return opened;
  return opened + (UNSPACED_END.test(opened) ? '。' : '.');
}

/** Formats a moment of a video as viewers know it (SUM-8): 0:05, 12:40, 1:02:03. */
export function timeLabel(ms: number): string {
  const [hours, minutes, seconds] = parts(ms);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Formats a moment for a key point's bracket, with at least two digits for minutes: [00:05], [12:40], [1:02:03]. */
export function pointLabel(ms: number): string {
  const label = timeLabel(ms);
  return `[${label.length < 5 ? `0${label}` : label}]`;
}

function parts(ms: number): [number, number, number] {
  const seconds = Math.floor(ms / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
