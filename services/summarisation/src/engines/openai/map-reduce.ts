import { Bulkhead } from '@precis/runtime/bulkhead';
import { pointLabel } from '../extractive/rendering.js';
import type { SummaryInput } from '../summary-engine.js';
import type { ModelSentence, ModelSummary } from './answer.js';
import type { SummaryCalls } from './model-calls.js';
import { ModelFailed } from './model-failed.js';
import { ANSWER_TOKENS, type Question, systemMessage } from './prompt.js';
import type { StructuredOutput } from './structured-output.js';
import { type Block, partsOf, tokensIn, tokensOf } from './transcript-blocks.js';

/** The usable share of the context. The rest is for the question, the answer, and estimates that are too low. */
const SHARE_OF_CONTEXT = 0.6;
/** With larger parts a model overlooks what is in their middle; smaller ones lose their subject. */
const PART_TOKENS = 4_000;
const PARTS_AT_ONCE = 4;
const MAX_LEVELS = 4;

/** How a model is asked about a video. `contextTokens` is the context size of the model. */
export interface Reading {
  blocks: Block[];
  asked: Pick<SummaryInput, 'length' | 'language' | 'writeIn' | 'title' | 'focus'>;
  contextTokens: number;
}

/**
 * Asks one question when the whole transcript fits, which gives the best result. Otherwise each part is summarised alone and the notes are merged,
 * in groups first when they do not fit either. The points of a detailed summary are those of all parts, concatenated and not summarised again. The
 * failure of one part ends all others: a summary without one of its parts is never delivered.
 */
export async function readVideo(
  { blocks, asked, contextTokens }: Reading,
  output: Pick<StructuredOutput, 'ask' | 'isOnTrial'>,
  calls: SummaryCalls,
): Promise<ModelSummary> {
  const about = { ...asked, lines: [] as string[] };
  const overhead = tokensIn(systemMessage({ ...about, task: 'whole' }, {})) + tokensIn(asked.focus ?? '') + 600;
  const room =
    Math.floor(Math.min(contextTokens * SHARE_OF_CONTEXT, contextTokens - ANSWER_TOKENS[asked.length])) - overhead;
  if (room < 500) throw new ModelFailed('too_long');
  const ask = (task: Question['task'], lines: string[]) => output.ask({ ...about, task, lines }, calls);
  if (tokensOf(blocks) <= room) return ask('whole', linesOf(blocks));

  const parts = partsOf(blocks, Math.min(PART_TOKENS, room));
  // Checked before the first call costs anything.
  const needed = tokensOf(blocks) + parts.length * (overhead + ANSWER_TOKENS[asked.length]);
  if (needed > calls.tokensLeft) throw new ModelFailed('too_long');
  const askPart = (part: Block[], signal: AbortSignal) =>
    output.ask({ ...about, task: 'part', lines: linesOf(part) }, withSignal(calls, signal));
  // While the breaker probes the provider, it lets only one call through. Further parts would be refused, which would end the probe, so no long video
  // could ever close the breaker.
  const first = output.isOnTrial ? [await askPart(parts[0], calls.signal)] : [];
  const notes = [...first, ...(await allOf(parts.slice(first.length), askPart, calls.signal))];
  const merged = await merge(notes, room, ask);
  return {
    ...merged,
    points: asked.length === 'detail' ? notes.flatMap(({ points }) => points) : merged.points,
    focusFound: merged.focusFound || notes.some(({ focusFound }) => focusFound),
  };
}

async function merge(
  notes: ModelSummary[],
  room: number,
  ask: (task: 'merge', lines: string[]) => Promise<ModelSummary>,
): Promise<ModelSummary> {
  let level = notes;
  for (let levels = 0; levels < MAX_LEVELS; levels += 1) {
    const groups = groupsOf(level.map(noteLines), room);
    if (groups.length === 1) return ask('merge', groups[0]);
    const next: ModelSummary[] = [];
    // In sequence: there are few groups, and a second level occurs only in videos of many hours.
    for (const lines of groups) next.push(await ask('merge', lines));
    level = next;
  }
  throw new ModelFailed('too_long');
}

/** Groups neighbouring notes as long as they fit; a note that fits with no other forms its own group. */
function groupsOf(notes: string[][], room: number): string[][] {
  const groups: string[][] = [];
  let tokens = Infinity;
  for (const lines of notes) {
    const more = tokensIn(lines.join('\n'));
    if (tokens + more > room) {
      groups.push([]);
      tokens = 0;
    }
    groups[groups.length - 1].push(...lines);
    tokens += more;
  }
  return groups;
}

/** Asks for all parts, PARTS_AT_ONCE at a time. The first failure ends those under way, and is thrown. */
async function allOf<P, T>(
  items: readonly P[],
  work: (item: P, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T[]> {
  const stop = new AbortController();
  const places = new Bulkhead({
    atOnce: PARTS_AT_ONCE,
    waiting: items.length,
    refusal: () => new ModelFailed('timed_out'),
  });
  const both = AbortSignal.any([signal, stop.signal]);
  const all = items.map((item) => places.run(() => work(item, both), undefined, both));
  try {
    return await Promise.all(all);
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(all);
    throw error;
  }
}

/** Copies the calls with another signal. All parts share one object for the token budget. */
function withSignal(calls: SummaryCalls, signal: AbortSignal): SummaryCalls {
  return {
    signal,
    untilMs: calls.untilMs,
    get tokensLeft() {
      return calls.tokensLeft;
    },
    set tokensLeft(left) {
      calls.tokensLeft = left;
    },
  };
}

const linesOf = (blocks: readonly Block[]) => blocks.map(({ line }) => line);

function noteLines({ sentences, points, chapters }: ModelSummary): string[] {
  const line = (ms: number, text: string) => (Number.isFinite(ms) ? [`${pointLabel(Math.max(0, ms))} ${text}`] : []);
  const told = ({ fromMs, text }: ModelSentence) => line(fromMs, text);
  return [
    ...chapters.flatMap(({ fromMs, title }) => line(fromMs, `Chapter: ${title}`)),
    ...sentences.flatMap(told),
    ...points.flatMap(told),
  ];
}
