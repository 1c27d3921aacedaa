import { type Batch, BatchItemState } from '@precis/proto/usage/v1/usage';
import { z } from 'zod';
import { optionalLanguage, optionalText, optionalWord, requiredText } from '../http/input-fields.js';
import { jsonSchema } from '../openapi/json-schema.js';
import { SUMMARY_TYPES } from './summary-type.js';
import { MAX_PROMPT_LENGTH, MAX_URL_LENGTH } from './youtube.schemas.js';

const MOST_ITEMS = 100;

export const batchItem = z.object({
  url: requiredText(MAX_URL_LENGTH),
  custom_prompt: optionalText(MAX_PROMPT_LENGTH),
  summary_type: optionalWord(SUMMARY_TYPES.all),
  language: optionalLanguage(),
});

/** Each item is checked on its own: a bad item has its own error, and the batch goes on (SUM-27). */
export const batchBody = z.object({
  items: z
    .array(z.unknown().meta(jsonSchema(batchItem)))
    .min(1)
    .max(MOST_ITEMS)
    .describe(
      `an array of 1 to ${MOST_ITEMS} items, each with url and optionally custom_prompt, summary_type and language`,
    ),
});
export type BatchBody = z.output<typeof batchBody>;

const STATUSES = ['running', 'completed', 'cancelling', 'cancelled'] as const;
const ITEM_STATUSES = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const;
type ItemStatus = (typeof ITEM_STATUSES)[number];

const count = (of: string) => z.number().int().describe(of);

/** A batch of the account, with the outcome of each item. */
export const batchEntry = z.object({
  batch_id: z.string(),
  status: z
    .enum(STATUSES)
    .describe(
      'completed: every item has ended, successfully or not; cancelling: cancelled, while items that an older release began still run',
    ),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  counts: z.object({
    total: count('Items of the request'),
    waiting: count('Not begun; nothing is reserved for them'),
    running: count('At work, with a video of the quota reserved'),
    completed: count('With a summary, each charged'),
    failed: count('With an error; they cost nothing'),
    cancelled: count('Not ended when the batch was cancelled; they cost nothing'),
  }),
  items: z.array(
    z.object({
      index: z.number().int().describe('Place in the request; the first is 0'),
      url: z.string().describe('As it was sent; empty when it was no text'),
      status: z.enum(ITEM_STATUSES),
      charged: z.boolean(),
      summary_id: z
        .string()
        .nullable()
        .describe('Of a completed one: GET /api/youtube/summaries/{id} answers its summary'),
      error: z
        .object({ code: z.string(), message: z.string() })
        .nullable()
        .describe('Of a failed item: its error code and a sentence for people'),
    }),
  ),
});
export const batch = z.object({ success: z.literal(true), data: batchEntry });

/** A newer usage may send an unknown state for an item that has not ended. */
const WORDS: Partial<Record<BatchItemState, ItemStatus>> = {
  [BatchItemState.BATCH_ITEM_STATE_WAITING]: 'waiting',
  [BatchItemState.BATCH_ITEM_STATE_COMPLETED]: 'completed',
  [BatchItemState.BATCH_ITEM_STATE_FAILED]: 'failed',
  [BatchItemState.BATCH_ITEM_STATE_CANCELLED]: 'cancelled',
};

/** A batch as the API shows it. It names summaries by id, because a hundred of them would be megabytes. */
export function batchView({
  batchId,
  createdAtMs,
  finishedAtMs,
  isCancelled,
  items,
}: Batch): z.output<typeof batchEntry> {
  const shown = items.map(({ index, url, state, callId, errorCode: code, errorMessage: message }) => {
    const status = WORDS[state] ?? 'running';
    return {
      index,
      url,
      status,
      charged: status === 'completed',
      summary_id: callId || null,
      error: code === '' ? null : { code, message },
    };
  });
  const of = (word: ItemStatus) => shown.filter(({ status }) => status === word).length;
  const isOver = finishedAtMs !== 0;
  return {
    batch_id: batchId,
    status: isCancelled ? (isOver ? 'cancelled' : 'cancelling') : isOver ? 'completed' : 'running',
    created_at: new Date(createdAtMs).toISOString(),
    finished_at: isOver ? new Date(finishedAtMs).toISOString() : null,
    counts: {
      total: shown.length,
      waiting: of('waiting'),
      running: of('running'),
      completed: of('completed'),
      failed: of('failed'),
      cancelled: of('cancelled'),
    },
    items: shown,
  };
}
