import { type Batch as BatchMessage, BatchItemState } from '@precis/proto/usage/v1/usage';
import type { Failure } from './batch-life.rule.js';

export type ItemState = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

/** The parameters of an item's summary, in the terms of the API. */
export interface ItemParameters {
  summaryType: string;
  customPrompt: string;
  language: string;
}

/** An item as requested. An item with a failure ends before it begins. */
export interface NewItem {
  url: string;
  videoId: string;
  parameters: ItemParameters;
  failure?: Failure;
}

export interface ItemRow {
  index: number;
  url: string;
  state: ItemState;
  callId: string;
  errorCode: string | null;
  errorMessage: string | null;
}

export interface BatchRow {
  batchId: string;
  accountId: string;
  bodyHash: string;
  createdAt: Date;
  cancelledAt: Date | null;
  finishedAt: Date | null;
}

export interface BatchWithItems extends BatchRow {
  items: ItemRow[];
}

/** An item that one process holds. */
export interface HeldItem {
  batchId: string;
  accountId: string;
  index: number;
  videoId: string;
  parameters: ItemParameters;
  callId: string;
  startedAt: Date;
  /** The next four fields are those of the item's batch: createdAt, bodyHash, client, isCancelled. */
  createdAt: Date;
  bodyHash: string;
  client: string;
  isCancelled: boolean;
  /** Whether it was waiting until it was taken, so that no unit is reserved for it yet. */
  wasWaiting: boolean;
}

export type ItemEnd = 'completed' | 'cancelled' | Failure;

const STATES: Record<ItemState, BatchItemState> = {
  waiting: BatchItemState.BATCH_ITEM_STATE_WAITING,
  running: BatchItemState.BATCH_ITEM_STATE_RUNNING,
  completed: BatchItemState.BATCH_ITEM_STATE_COMPLETED,
  failed: BatchItemState.BATCH_ITEM_STATE_FAILED,
  cancelled: BatchItemState.BATCH_ITEM_STATE_CANCELLED,
};

export function batchMessage({ batchId, createdAt, cancelledAt, finishedAt, items }: BatchWithItems): BatchMessage {
  return {
    batchId,
    createdAtMs: createdAt.getTime(),
    finishedAtMs: finishedAt?.getTime() ?? 0,
    isCancelled: cancelledAt !== null,
    items: items.map(({ index, url, state, callId, errorCode, errorMessage }) => ({
      index,
      url,
      state: STATES[state],
      callId: state === 'completed' ? callId : '',
      errorCode: errorCode ?? '',
      errorMessage: errorMessage ?? '',
    })),
  };
}
