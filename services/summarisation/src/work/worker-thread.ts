import { Worker } from 'node:worker_threads';
import { CutOff, received, type ThreadAnswer, type ThreadTask } from './thread-job.js';

interface Running {
  startedMs: number;
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
}

/** Buffers, caches of code and the stack come on top of the heap that is bounded. */
const STACK_MB = 4;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** One thread, given one task at a time. `onEnd` is told once, with whether it ended by itself, that is crashed. */
export class WorkerThread {
  /** Resolves when it has loaded its code; never when it ends before. */
  readonly ready: Promise<void>;
  /** It was told to end, and takes no task any more. */
  isStopped = false;
  private readonly worker: Worker;
  private running: Running | undefined;
  private fault: Error | undefined;

  constructor(file: URL, memoryMb: number, onEnd: (thread: WorkerThread, crash: Error | null) => void) {
    this.worker = new Worker(file, {
      // The settings of the service hold secrets, and its flags (a debugger's port, hooks of a test runner) are not for a second thread.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: STACK_MB },
    });
    // Whoever forgets to close the pool must not be kept alive by it.
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

  /** Throws what the task throws, CutOff, or why the thread ended. `transfer`: buffers of the input that may be taken away from here. */
  run(task: ThreadTask, transfer: ArrayBuffer[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.running = { startedMs: performance.now(), resolve, reject };
      this.worker.postMessage(task, transfer);
    });
  }

  /** CPU time of the thread so far, also in the middle of an endless loop; 0 when it has ended. */
  async cpuMs(): Promise<number> {
    const { user, system } = await this.worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    return (user + system) / 1_000;
  }

  /** Ends the thread wherever it is; what it was doing, if anything, fails with CutOff after `ranMs`. */
  async stop(ranMs = 0): Promise<void> {
    this.isStopped = true;
    this.finish((running) => running.reject(new CutOff('time', ranMs)));
    await this.worker.terminate();
  }

  private settle(answer: Exclude<ThreadAnswer, { kind: 'ready' }>): void {
    this.finish((running) =>
      answer.kind === 'done' ? running.resolve(answer.output) : running.reject(received(answer)),
    );
  }

  private finish(how: (running: Running) => void): void {
    const { running } = this;
    this.running = undefined;
    if (running) how(running);
  }
}
