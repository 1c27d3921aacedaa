import type { ErrorCode } from '@precis/error-codes/error-codes';
import { parentPort } from 'node:worker_threads';
import { DomainError, type ErrorKind } from '../domain-error.js';

/** A task for a thread: its name in the record of serveTasks(), and its argument. */
export interface ThreadTask {
  task: string;
  input: unknown;
}

/** A message of a thread: it is ready, or a task ended with a result, a DomainError or another error. `cpuMs` is the CPU time of the task. */
export type ThreadAnswer =
  | { kind: 'ready' }
  | ({ cpuMs: number } & (
      | { kind: 'done'; output: unknown }
      | { kind: 'refused'; refusal: Refusal }
      | { kind: 'failed'; error: Failure }
    ));

interface Refusal {
  kind: ErrorKind;
  code: ErrorCode;
  publicMessage: string;
  retryAfterSeconds?: number;
  limit?: number;
}
interface Failure {
  name: string;
  message: string;
  stack?: string;
}

/**
 * A computation was stopped because it exceeded its limit of time or memory, or because its signal was aborted. After an abort, `limit` is also
 * `time`, although no limit was reached. `ranMs` is the CPU time that the computation used. At the limit of memory it is the elapsed time, because an
 * ended thread has no CPU time to read.
 */
export class CutOff extends Error {
  constructor(
    readonly limit: 'time' | 'memory',
    readonly ranMs: number,
  ) {
    super(`the computation was cut off at its limit of ${limit}`);
    this.name = 'CutOff';
  }
}

/** Makes an error that can be sent to another thread: a DomainError stays one; of any other, name, message and stack are kept. */
function sendable(error: unknown, cpuMs: number): ThreadAnswer {
  if (error instanceof DomainError) {
    const { kind, code, publicMessage, retryAfterSeconds, limit } = error;
    return { cpuMs, kind: 'refused', refusal: { kind, code, publicMessage, retryAfterSeconds, limit } };
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { cpuMs, kind: 'failed', error: { name, message, stack } };
}

/** The inverse of sendable. */
export function received(answer: Exclude<ThreadAnswer, { kind: 'ready' | 'done' }>): Error {
  if (answer.kind === 'refused') {
    const { kind, code, publicMessage, ...detail } = answer.refusal;
    return new DomainError(kind, code, publicMessage, detail);
  }
  return Object.assign(new Error(answer.error.message), answer.error);
}

/** Runs in a worker thread: serves one task at a time, by name. The bytes of its output are transferred, not copied. */
export function serveTasks(tasks: Record<string, (input: never) => unknown>): void {
  const port = parentPort;
  if (!port) throw new Error('serveTasks() must run in a worker thread');
  const answerWith = (answer: ThreadAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(answer, transfer);
  port.on('message', ({ task, input }: ThreadTask) => {
    const since = process.threadCpuUsage();
    const cpuMs = () => {
      const { user, system } = process.threadCpuUsage(since);
      return (user + system) / 1_000;
    };
    // A promise chain instead of a try block, because a task may be synchronous or not.
    void Promise.resolve()
      .then(() => tasks[task](input as never))
      .then((output) => answerWith({ cpuMs: cpuMs(), kind: 'done', output }, bytesIn(output)))
      .catch((error: unknown) => answerWith(sendable(error, cpuMs())));
  });
  answerWith({ kind: 'ready' });
}

function bytesIn(output: unknown): ArrayBuffer[] {
  if (typeof output !== 'object' || output === null) return [];
  return Object.values(output).flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
