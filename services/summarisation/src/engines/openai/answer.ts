import { z } from 'zod';
import { ModelFailed } from './model-failed.js';

const sentence = {
  type: 'object',
  properties: { text: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  required: ['text', 'from', 'to'],
  additionalProperties: false,
};

/** The answer that the model must write, as a JSON schema in the subset that strict servers support. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    language: { type: 'string' },
    sentences: { type: 'array', items: sentence },
    points: { type: 'array', items: sentence },
    chapters: {
      type: 'array',
      items: {
        type: 'object',
        properties: { title: { type: 'string' }, from: { type: 'string' } },
        required: ['title', 'from'],
        additionalProperties: false,
      },
    },
    focus_found: { type: 'boolean' },
  },
  required: ['language', 'sentences', 'points', 'chapters', 'focus_found'],
  additionalProperties: false,
};

/** A sentence of the model; times in milliseconds, NaN when they cannot be read. */
export interface ModelSentence {
  text: string;
  fromMs: number;
  toMs: number;
}

/** A model's answer as it was read; nothing in it has been checked against the video. */
export interface ModelSummary {
  sentences: ModelSentence[];
  points: ModelSentence[];
  chapters: { title: string; fromMs: number }[];
  focusFound: boolean;
}

const TOO_LONG = 'too long';
/** Many times the requested amount; an answer with more is not a summary. */
const MOST = { sentences: 40, points: 80, chapters: 60, chars: 1_000, titleChars: 200 };
/**
 * The longest answer: all parts, with room for field names and escapes. Checked before parsing, because nested brackets can make even a short text
 * costly to parse.
 */
const MOST_DOCUMENT_CHARS = 300_000;
/** Longer than any written time. */
const MOST_TIME_CHARS = 40;

const text = z.string().transform((value) => value.replace(/\s+/g, ' ').trim());
const time = z.union([z.string(), z.number()]).transform(msOf);
/** The parts are counted before they are read: each one costs time, and a megabyte can hold tens of thousands. */
const listOf = <P extends z.ZodType>(part: P, most: number) =>
  z
    .array(z.unknown())
    .refine((list) => list.length <= most, { error: TOO_LONG, abort: true })
    .pipe(z.array(part));
const said = z
  .object({ text, from: time, to: time.optional() })
  .transform(({ text, from, to }) => ({ text, fromMs: from, toMs: to ?? from }));
const answer = z.object({
  sentences: listOf(said, MOST.sentences),
  points: listOf(said, MOST.points).default([]),
  chapters: listOf(z.object({ title: text, from: time }), MOST.chapters).default([]),
  focus_found: z.boolean().default(false),
});

/** Reads an answer. Throws ModelFailed: `unreadable` when it is not such a document or is cut off, `over_long`, and `empty` without a sentence. */
export function answerIn(body: string): ModelSummary {
  const parsed = answer.safeParse(documentIn(body));
  if (!parsed.success)
    throw new ModelFailed(parsed.error.issues.some(({ message }) => message === TOO_LONG) ? 'over_long' : 'unreadable');
  const { sentences, points, chapters, focus_found: focusFound } = parsed.data;
  if (sentences.length === 0) throw new ModelFailed('empty');
  const isOver =
    [...sentences, ...points].some(({ text }) => text.length > MOST.chars) ||
    chapters.some(({ title }) => title.length > MOST.titleChars);
  if (isOver) throw new ModelFailed('over_long');
  return { sentences, points, chapters: chapters.map(({ title, from }) => ({ title, fromMs: from })), focusFound };
}

/**
 * Finds the JSON document in a text that may have words or a code fence around it. A document that was cut off is not repaired, because half an
 * answer is unusable.
 */
function documentIn(body: string): unknown {
  const [from, to] = [body.indexOf('{'), body.lastIndexOf('}')];
  if (from === -1 || to < from) return undefined;
  if (to - from > MOST_DOCUMENT_CHARS) throw new ModelFailed('over_long');
  try {
    return JSON.parse(body.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

/** Reads `mm:ss` or `h:mm:ss`, also in brackets, or seconds. */
function msOf(value: string | number): number {
  if (typeof value === 'number') return Math.round(value * 1_000);
  if (value.length > MOST_TIME_CHARS) return Number.NaN;
  const match = /^\s*\[?(?:(\d{1,3}):)?(\d{1,4}):(\d{2})(?:[.,]\d+)?\]?\s*$/.exec(value);
  if (match) return ((Number(match[1] ?? 0) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1_000;
  return /^\s*\d{1,6}(\.\d+)?\s*s?\s*$/.test(value) ? Math.round(Number.parseFloat(value) * 1_000) : Number.NaN;
}
