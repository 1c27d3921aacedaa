/** Rule (decision 23): how each length reads: short a paragraph; auto a paragraph and `- [mm:ss]` lines; detail a paragraph and headed parts. */
import type { Selection } from './selection.rule.js';
import { tidied } from './tidy.rule.js';
import { pointLabel, timeLabel } from './time-label.rule.js';

/** What rendering reads of a unit. */
export interface Sayable {
  startMs: number;
  text: string;
}

/** The text of a summary and its sentences in the order of the video, each with its moment. */
export interface Rendered {
  summary: string;
  sentences: { startMs: number; text: string }[];
}

/** Writes the summary of one length. `units[id]` is the unit that `selection` calls id. */
export function render(
  length: 'short' | 'auto' | 'detail',
  selection: Selection,
  units: readonly Sayable[],
  durationMs: number,
): Rendered {
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
      if (ids.length > 0) blocks.push(`${heading(selection, at, units, durationMs)}\n${paragraph(ids)}`);
    });
  }
  const sentences = [...used]
    .sort((a, b) => a - b)
    .map((id) => ({ startMs: units[id].startMs, text: tidied(units[id].text) }));
  return { summary: blocks.filter((block) => block !== '').join('\n\n'), sentences };
}

function heading(selection: Selection, at: number, units: readonly Sayable[], durationMs: number): string {
  const from = at === 0 ? 0 : units[selection.parts[at].start].startMs;
  const next = selection.parts[at + 1];
  return `Part ${at + 1} (${timeLabel(from)} - ${timeLabel(next ? units[next.start].startMs : durationMs)})`;
}

/** Scripts without spaces put none between sentences either. */
function joined(sentences: readonly string[]): string {
  return sentences.reduce((text, sentence) => text + (text === '' || text.endsWith('。') ? '' : ' ') + sentence, '');
}
