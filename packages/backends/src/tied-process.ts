import { spawn, type ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import { deathTie } from './death-tie.js';
import { endWithNode } from './end-with-node.js';
import { endBySignals, sendSignal, type Rung } from './signal-ladder.js';

const HARD: Rung = { signal: 'SIGKILL', timeoutMs: 10_000 };

/** A server for tests: it writes to a log file, can be killed and started again, and ends with this Node process. */
export class TiedProcess {
  private child?: ChildProcess;

  /** `termMs`: how long it may take after SIGTERM before it is killed. */
  constructor(
    private readonly logFile: string,
    private readonly termMs: number,
  ) {}

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when it was started, not when it answers. */
  async start(words: string[]): Promise<void> {
    await using log = await open(this.logFile, 'a');
    const [program, ...args] = [...(await deathTie('SIGKILL')), ...words];
    this.child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd] });
    this.child.once('error', () => undefined);
    this.child.unref();
    endWithNode(this.child, 'SIGKILL');
  }

  /** Sends a signal; for one that ends a process, waits for the end. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = this.child?.pid;
    if (pid === undefined || !this.isRunning) return;
    const gone = () => Promise.resolve(!this.isRunning);
    if (signal === 'SIGTERM') await endBySignals([pid], [{ signal, timeoutMs: this.termMs }, HARD], gone);
    else if (signal === 'SIGKILL') await endBySignals([pid], [HARD], gone);
    else sendSignal(pid, signal);
  }
}
