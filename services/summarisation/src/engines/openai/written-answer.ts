import type { SummaryLength } from '../../results/parameters.rule.js';
import { pointLabel, tidied, timeLabel } from '../extractive/rendering.js';
import type { Chapter, CitedSentence, SummaryOutput, VideoSpan } from '../summary-engine.js';
import type { ModelSentence, ModelSummary } from './answer.js';
import { ModelFailed } from './model-failed.js';

/**
 * What is known of the video, and what may not stay. `endOfBlockAt`: where the block of captions that is said at a moment ends; the model was
 * told the beginnings of blocks alone. `unsupported` answers those sentences that the transcript does not bear out, `isTitleSaid` whether a chapter's title is made of
 * what is said in its part.
 */
export interface Judgement {
  videoMs: number;
  endOfBlockAt: (ms: number) => number;
  isForeign: (text: string) => boolean;
  unsupported: (sentences: CitedSentence[]) => CitedSentence[];
  isTitleSaid: (title: string, part: VideoSpan) => boolean;
}

/** Fewer are no summary. */
const MIN_SENTENCES = 2;

/**
 * The summary out of a model's answer: what cites no moment of the video, has foreign text or is not borne out is left out and counted. Throws ModelFailed
 * `unfounded` when fewer than half of the sentences stay, fewer than two, or none of the overview.
 */
export function written(
  answer: ModelSummary,
  length: SummaryLength,
  judge: Judgement,
): Omit<SummaryOutput, 'focusApplied'> {
  const seen = new Set<string>();
  let asked = 0;
  const kept = (sentences: ModelSentence[]): CitedSentence[] => {
    // Before they are compared: what is made alike by it would be said twice.
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

/** Alike for a reader: whatever the case, and the marks at its end. */
function wordingOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+$/u, '');
}

/** Nothing when its time is no moment of the video. An end that is none is the start: some models name one moment. */
function citedIn({ text, fromMs, toMs }: ModelSentence, { videoMs, endOfBlockAt }: Judgement): CitedSentence[] {
  if (!(fromMs >= 0 && fromMs <= videoMs)) return [];
  const lastMs = toMs >= fromMs ? Math.min(toMs, videoMs) : fromMs;
  return [{ startMs: fromMs, endMs: Math.max(lastMs, endOfBlockAt(lastMs)), text }];
}

/** Each ends where the next begins; one without a place of its own, or with a title that nobody said there, is none. */
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
    startMs: at === 0 ? 0 : fromMs,
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
    for (const chapter of chapters) {
      const inside = points.filter(isIn(chapter));
      const { title, startMs, endMs } = chapter;
      if (inside.length > 0) blocks.push(`${title} (${timeLabel(startMs)} - ${timeLabel(endMs)})\n${joined(inside)}`);
    }
    blocks.push(joined(points.filter((point) => !chapters.some((chapter) => isIn(chapter)(point)))));
  }
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Scripts without spaces put none between sentences either. */
function joined(sentences: readonly CitedSentence[]): string {
  return sentences.reduce((all, { text }) => all + (all === '' || all.endsWith('。') ? '' : ' ') + text, '');
}

function byTime(a: CitedSentence, b: CitedSentence): number {
  return a.startMs - b.startMs;
}
