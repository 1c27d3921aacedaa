import { backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { ReceivedMessage } from '../bus.js';

const RETRY = { firstMs: 100, factor: 2, capMs: 5_000 };
/** kafkajs skips heartbeats before its own interval is over: at most 3 s lie between two. */
const HEARTBEAT_MS = 1_000;
/** After so many messages, or this time, the offset is committed. A crash delivers at most that much again. */
const COMMIT_EVERY = 50;
const COMMIT_AFTER_MS = 500;
/**
 * Time limit of a partition's turn. A consumer serves its partitions in turn; without a limit, a long backlog delayed the others by 86 s. The rest of
 * the batch is fetched again.
 */
const TURN_MS = 1_000;

/** What a batch needs of its consumer. */
export interface BatchContext {
  handle(message: ReceivedMessage): Promise<void>;
  logger: Logger;
  /** No further message is begun. */
  stopping: AbortSignal;
  /** The current message is abandoned, uncommitted. */
  abandoned: AbortSignal;
  /** Called at every sign of life. */
  noteAlive(): void;
}

/** Handles one partition's messages one after the other; an offset is committed only after its message was handled. */
export async function handleBatch(payload: EachBatchPayload, context: BatchContext): Promise<void> {
  const { batch } = payload;
  const began = performance.now();
  let [next, committed, committedAt] = ['', '', began];
  const commit = async () => {
    if (next === committed) return;
    await payload.commitOffsetsIfNecessary({
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: next }] }],
    });
    [committed, committedAt] = [next, performance.now()];
  };
  try {
    for (const [at, message] of batch.messages.entries()) {
      if (!payload.isRunning() || payload.isStale() || context.stopping.aborted) break;
      if (at > 0 && performance.now() - began > TURN_MS) break;
      await whileBeating(payload, context, () =>
        handleUntilDone(received(batch.topic, batch.partition, message), context),
      );
      payload.resolveOffset(message.offset);
      next = String(BigInt(message.offset) + 1n);
      if (at % COMMIT_EVERY === COMMIT_EVERY - 1 || performance.now() - committedAt > COMMIT_AFTER_MS) await commit();
    }
  } finally {
    await commit();
  }
}

/** Keeps the membership in the group while a handler runs; a failed heartbeat is reported after the handler. */
async function whileBeating(
  payload: EachBatchPayload,
  context: BatchContext,
  work: () => Promise<void>,
): Promise<void> {
  let lost: unknown;
  const timer = setInterval(() => {
    context.noteAlive();
    payload.heartbeat().catch((error) => (lost = error));
  }, HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  if (lost) throw lost;
  await payload.heartbeat();
}

/** Never rejects into kafkajs because of the handler: there, a poison message causes restarts and slows the other partitions. */
async function handleUntilDone(message: ReceivedMessage, context: BatchContext): Promise<void> {
  for (let failures = 1; ; failures++) {
    try {
      await unlessAbandoned(context, context.handle(message));
      return;
    } catch (error) {
      if (context.stopping.aborted || context.abandoned.aborted) throw error;
      const { topic, partition, offset } = message;
      context.logger.warn({ err: error, topic, partition, offset }, 'message failed, delivering it again');
      await pause(backoffMs(RETRY, failures, Math.random()), context.stopping);
    }
  }
}

function unlessAbandoned(context: BatchContext, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('given up'));
    if (context.abandoned.aborted) giveUp();
    context.abandoned.addEventListener('abort', giveUp);
    work.then(resolve, reject).finally(() => context.abandoned.removeEventListener('abort', giveUp));
  });
}

function received(topic: string, partition: number, message: KafkaMessage): ReceivedMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [
    name,
    String(Array.isArray(value) ? value[0] : (value ?? '')),
  ]);
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? null,
    value: message.value,
    headers: Object.fromEntries(headers),
  };
}
