import { parentPort } from 'node:worker_threads';
import { sendable, type ThreadAnswer, type ThreadTask } from './thread-job.js';

/** What a worker thread runs: one task at a time, by name. Its bytes are handed over to whoever asked, not copied. */
export function serveTasks(tasks: Record<string, (input: never) => unknown>): void {
  const port = parentPort;
  if (!port) throw new Error('tasks are served in a worker thread alone');
  const say = (answer: ThreadAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(answer, transfer);
  port.on('message', ({ task, input }: ThreadTask) => {
    // A promise chain and no try block: a task may be synchronous or not.
    void Promise.resolve()
      .then(() => tasks[task](input as never))
      .then((output) => say({ kind: 'done', output }, bytesIn(output)))
      .catch((error: unknown) => say(sendable(error)));
  });
  say({ kind: 'ready' });
}

function bytesIn(output: unknown): ArrayBuffer[] {
  if (typeof output !== 'object' || output === null) return [];
  return Object.values(output).flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
