import { Worker } from 'node:worker_threads';
import { type Backoff, backoffMs } from '../backoff.js';
import type { Logger } from '../logger.js';
import { CutOff, received, type ThreadAnswer, type ThreadTask } from './thread-tasks.js';

export interface WorkerPoolOptions {
  /** What each thread runs: a module that calls serveTasks(). */
  file: URL;
  threads: number;
  /** Heap of each thread in MB. A thread that needs more is stopped, and the process continues. */
  memoryMb: number;
  /** Most tasks that wait for a thread; further ones, and those after the end, are refused. */
  maxWaiting: number;
  /** Makes the error of a refused task. */
  refusal(): Error;
  logger: Logger;
}

/** One task. `deadlineMs` is CPU time, so that it means the same on a busy machine. `signal` ends the task at any time, also while it waits. */
export interface PoolTask {
  task: string;
  input: unknown;
  transfer?: ArrayBuffer[];
  signal: AbortSignal;
  deadlineMs: number;
  /** Called with the used CPU time when the task ends by itself, before its result; a stopped one has it in CutOff. */
  spent?: (cpuMs: number) => void;
}

interface Waiting extends PoolTask {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/** The least time between two checks of a computation that is near its limit. */
const LOOK_MS = 20;
/** A thread that crashes repeatedly must not keep a core busy with its starts. */
const RESTARTS: Backoff = { firstMs: 100, factor: 2, capMs: 10_000 };

/**
 * Threads for work that would block the event loop. They start when first needed and stay; a thread that exceeds its time or memory is stopped and
 * replaced, so that no input costs more than its own turn.
 */
export class WorkerPool {
  private readonly threads = new Set<WorkerThread>();
  private readonly starting = new Set<WorkerThread>();
  private readonly idle: WorkerThread[] = [];
  private readonly waiting: Waiting[] = [];
  private crashes = 0;
  private pausing: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: WorkerPoolOptions) {}

  /** Threads that were started and have not ended. */
  get size(): number {
    return this.threads.size;
  }

  /**
   * Throws what the task throws; CutOff when a limit or the signal stopped it while it ran; the signal's reason when that fired before it began; the
   * refusal when too many wait.
   */
  run<T>(task: PoolTask): Promise<T> {
    if (task.signal.aborted) return Promise.reject(task.signal.reason as Error);
    if (this.closed || this.waiting.length >= this.options.maxWaiting) return Promise.reject(this.options.refusal());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: Waiting = { ...task, resolve, reject };
    const leave = () => {
      const at = this.waiting.indexOf(waiting);
      if (at >= 0) this.waiting.splice(at, 1);
      if (at >= 0) reject(task.signal.reason);
    };
    task.signal.addEventListener('abort', leave, { once: true });
    this.waiting.push(waiting);
    this.serve();
    // A signal may outlive its task, as that of a job runner does.
    return promise.finally(() => task.signal.removeEventListener('abort', leave)) as Promise<T>;
  }

  /** Stops every thread, also a busy one; waiting tasks are refused. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.pausing);
    for (const { reject } of this.waiting.splice(0)) reject(this.options.refusal());
    await Promise.all(Array.from(this.threads, (thread) => thread.stop()));
  }

  private serve(): void {
    for (let thread = this.idle.pop(); thread; thread = this.idle.pop()) {
      const next = this.waiting.shift();
      if (!next) return void this.idle.push(thread);
      void this.give(next, thread);
    }
    while (
      this.waiting.length > this.starting.size &&
      this.threads.size < this.options.threads &&
      !this.pausing &&
      !this.closed
    )
      this.start();
  }

  private start(): void {
    const thread = new WorkerThread(this.options.file, this.options.memoryMb, (ended, crash) =>
      this.ended(ended, crash),
    );
    this.threads.add(thread);
    this.starting.add(thread);
    void thread.ready.then(() => {
      this.starting.delete(thread);
      this.free(thread);
    });
  }

  private async give(next: Waiting, thread: WorkerThread): Promise<void> {
    const beforeMs = await thread.cpuMs();
    let isOver = false;
    let look: NodeJS.Timeout | undefined;
    const cutOff = async (allowedMs: number) => {
      const ranMs = (await thread.cpuMs()) - beforeMs;
      if (isOver) return;
      if (ranMs >= allowedMs) await thread.stop(ranMs);
      // On a busy machine the task had less CPU time than the clock shows, so it may go on.
      else look = setTimeout(() => void cutOff(allowedMs), Math.max(LOOK_MS, allowedMs - ranMs));
    };
    const leave = () => void cutOff(-Infinity);
    look = setTimeout(() => void cutOff(next.deadlineMs), next.deadlineMs);
    next.signal.addEventListener('abort', leave, { once: true });
    if (next.signal.aborted) leave();
    try {
      const output = await thread.run({ task: next.task, input: next.input }, next.transfer ?? [], next.spent);
      this.crashes = 0;
      next.resolve(output);
    } catch (error) {
      next.reject(error);
    } finally {
      isOver = true;
      clearTimeout(look);
      next.signal.removeEventListener('abort', leave);
      this.free(thread);
    }
  }

  private free(thread: WorkerThread): void {
    if (!this.threads.has(thread) || thread.isStopped) return;
    this.idle.push(thread);
    this.serve();
  }

  private ended(thread: WorkerThread, crash: Error | null): void {
    this.threads.delete(thread);
    this.starting.delete(thread);
    const at = this.idle.indexOf(thread);
    if (at >= 0) this.idle.splice(at, 1);
    if (this.closed) return;
    if (crash) {
      this.crashes += 1;
      this.options.logger.error({ err: crash, count: this.crashes }, 'a worker thread crashed');
      const ms = backoffMs(RESTARTS, this.crashes, Math.random());
      clearTimeout(this.pausing);
      this.pausing = setTimeout(() => {
        this.pausing = undefined;
        this.serve();
      }, ms);
      this.pausing.unref();
    }
    this.serve();
  }
}

interface Running {
  startedMs: number;
  spent?: (cpuMs: number) => void;
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
}

/** Buffers, code caches and the stack come on top of the limited heap. */
const STACK_MB = 4;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** One thread with one task at a time. `onEnd` is called once, with the error of a crash. */
class WorkerThread {
  /** Resolves when it has loaded its code; never when it ends before. */
  readonly ready: Promise<void>;
  /** Whether it is being stopped, and accepts no task. */
  isStopped = false;
  private readonly worker: Worker;
  private running: Running | undefined;
  private fault: Error | undefined;

  constructor(file: URL, memoryMb: number, onEnd: (thread: WorkerThread, crash: Error | null) => void) {
    this.worker = new Worker(file, {
      // The service's settings contain secrets, and its flags (a debugger's port, hooks of a test runner) are not for a second thread.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: STACK_MB },
    });
    // A pool that was not closed must not keep the process alive.
    this.worker.unref();
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.worker.on('message', (answer: ThreadAnswer) =>
      answer.kind === 'ready' ? ready.resolve() : this.settle(answer),
    );
    this.worker.on('error', (error) => void (this.fault = error as Error));
    this.worker.once('exit', (code) => {
      const outOfMemory = (this.fault as { code?: string } | undefined)?.code === OUT_OF_MEMORY;
      const crash = this.fault ?? new Error(`a worker thread ended with code ${code}`);
      this.finish((running) =>
        running.reject(outOfMemory ? new CutOff('memory', performance.now() - running.startedMs) : crash),
      );
      onEnd(this, this.isStopped || outOfMemory ? null : crash);
    });
  }

  /** Throws what the task throws, CutOff, or why the thread ended. `transfer`: buffers of the input that may be moved to the thread. */
  run(task: ThreadTask, transfer: ArrayBuffer[], spent?: (cpuMs: number) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.running = { startedMs: performance.now(), spent, resolve, reject };
      this.worker.postMessage(task, transfer);
    });
  }

  /** CPU time of the thread so far, also in an endless loop; 0 when it has ended. */
  async cpuMs(): Promise<number> {
    const { user, system } = await this.worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    return (user + system) / 1_000;
  }

  /** Stops the thread; its current task, if any, fails with CutOff after `ranMs`. */
  async stop(ranMs = 0): Promise<void> {
    this.isStopped = true;
    this.finish((running) => running.reject(new CutOff('time', ranMs)));
    await this.worker.terminate();
  }

  private settle(answer: Exclude<ThreadAnswer, { kind: 'ready' }>): void {
    this.finish((running) => {
      running.spent?.(answer.cpuMs);
      if (answer.kind === 'done') running.resolve(answer.output);
      else running.reject(received(answer));
    });
  }

  private finish(how: (running: Running) => void): void {
    const { running } = this;
    this.running = undefined;
    if (running) how(running);
  }
}
