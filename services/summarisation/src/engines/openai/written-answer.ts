import type { SummaryLength } from '../../results/parameters.rule.js';
import { pointLabel, tidied, timeLabel } from '../extractive/rendering.js';
import type { Chapter, CitedSentence, SummaryOutput, VideoSpan } from '../summary-engine.js';
import type { ModelSentence, ModelSummary } from './answer.js';
import { ModelFailed } from './model-failed.js';

/**
 * Facts about the video, and checks of the answer. `endOfBlockAt` is the end of the caption block at a moment, because the model knows only the
 * starts of blocks. `unsupported` returns the sentences that the transcript does not support. `isTitleSaid` tells whether a chapter's title is made
 * of words from its part.
 */
export interface Judgement {
  videoMs: number;
  endOfBlockAt: (ms: number) => number;
  isForeign: (text: string) => boolean;
  unsupported: (sentences: CitedSentence[]) => CitedSentence[];
  isTitleSaid: (title: string, part: VideoSpan) => boolean;
}

/** Fewer sentences do not make a summary. */
const MIN_SENTENCES = 2;

/**
 * Makes the summary from a model's answer. Sentences that cite no moment of the video, have foreign text or are not supported are removed and
 * counted. Throws ModelFailed `unfounded` when fewer than half of the sentences stay, fewer than two, or none of the overview.
 */
export function summaryOf(
  answer: ModelSummary,
  length: SummaryLength,
  judge: Judgement,
): Omit<SummaryOutput, 'focusApplied'> {
  const seen = new Set<string>();
  let asked = 0;
  const kept = (sentences: ModelSentence[]): CitedSentence[] => {
    // Before the comparison: sentences that tidying makes equal would be repeated.
    const tidy = sentences.flatMap((one) => (one.text === '' ? [] : [{ ...one, text: tidied(one.text) }]));
    const fresh = tidy.filter(({ text }) => !seen.has(wordingOf(text)) && seen.add(wordingOf(text)));
    asked += fresh.length;
    const cited = fresh.flatMap((sentence) => citedIn(sentence, judge));
    const own = cited.filter(({ text }) => !judge.isForeign(text));
    const refused = new Set(judge.unsupported(own));
    return own.filter((sentence) => !refused.has(sentence));
  };
  const overview = kept(answer.sentences);
  const points = length === 'short' ? [] : kept(answer.points).sort(byTime);
  const all = [...overview, ...points];
  if (overview.length === 0 || all.length < MIN_SENTENCES || all.length * 2 < asked) throw new ModelFailed('unfounded');
  const chapters = chaptersOf(answer, judge);
  return {
    summary: textOf(length, overview, points, chapters),
    sentences: all.sort(byTime),
    chapters,
    droppedSentences: asked - all.length,
  };
}

/** The text as a reader compares it: without case and closing marks. */
function wordingOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+$/u, '');
}

/** Empty when the time is outside the video. An invalid end becomes the start, because some models name one moment only. */
function citedIn({ text, fromMs, toMs }: ModelSentence, { videoMs, endOfBlockAt }: Judgement): CitedSentence[] {
  if (!(fromMs >= 0 && fromMs <= videoMs)) return [];
  const lastMs = toMs >= fromMs ? Math.min(toMs, videoMs) : fromMs;
  return [{ startMs: fromMs, endMs: Math.max(lastMs, endOfBlockAt(lastMs)), text }];
}

/**
 * Ends each chapter where the next begins; the video's beginning belongs to the first. Drops a chapter that shares its start with another, or whose
 * title was not said in it.
 */
function chaptersOf({ chapters }: ModelSummary, { videoMs, isForeign, isTitleSaid }: Judgement): Chapter[] {
  const titles = new Set<string>();
  const places = chapters
    .filter(({ fromMs }) => fromMs >= 0 && fromMs < videoMs)
    .sort((a, b) => a.fromMs - b.fromMs)
    .filter(({ fromMs }, at, sorted) => at === 0 || fromMs > sorted[at - 1].fromMs);
  const starts = places.filter(({ title, fromMs }, at) => {
    const part = { startMs: fromMs, endMs: places[at + 1]?.fromMs ?? videoMs };
    const wording = wordingOf(title);
    if (title === '' || titles.has(wording) || isForeign(title) || !isTitleSaid(title, part)) return false;
    return titles.add(wording);
  });
  return starts.map(({ title, fromMs }, at) => ({
    // If the first chapter was dropped, the next one must not begin at 0: its title was not said at the beginning of the video.
    startMs: fromMs === places[0].fromMs ? 0 : fromMs,
    endMs: starts[at + 1]?.fromMs ?? videoMs,
    title,
    source: 'model' as const,
  }));
}

function textOf(
  length: SummaryLength,
  overview: CitedSentence[],
  points: CitedSentence[],
  chapters: Chapter[],
): string {
  const blocks = [joined(overview)];
  if (length === 'auto') blocks.push(points.map(({ startMs, text }) => `- ${pointLabel(startMs)} ${text}`).join('\n'));
  if (length === 'detail') {
    const isIn =
      ({ startMs, endMs }: Chapter) =>
      (point: CitedSentence) =>
        point.startMs >= startMs && point.startMs < endMs;
    // If the first chapter was dropped because its title was not said, points come before the first remaining chapter.
    const [opening, others] = [true, false].map((isOpening) =>
      points.filter(({ startMs }) => isOpening === startMs < (chapters[0]?.startMs ?? 0)),
    );
    blocks.push(joined(opening));
    for (const chapter of chapters) {
      const inside = points.filter(isIn(chapter));
      const { title, startMs, endMs } = chapter;
      if (inside.length > 0) blocks.push(`${title} (${timeLabel(startMs)} - ${timeLabel(endMs)})\n${joined(inside)}`);
    }
    blocks.push(joined(others.filter((point) => !chapters.some((chapter) => isIn(chapter)(point)))));
  }
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Scripts without spaces have none between sentences either. */
function joined(sentences: readonly CitedSentence[]): string {
  return sentences.reduce((all, { text }) => all + (all === '' || all.endsWith('。') ? '' : ' ') + text, '');
}

function byTime(a: CitedSentence, b: CitedSentence): number {
  return a.startMs - b.startMs;
}
