import type { Cluster } from './postgres-cluster.js';
import { endOrphan } from './postgres-orphan.js';
import type { PostgresProcess } from './postgres-process.js';
import { endBySignals, type Rung } from './signal-ladder.js';

const STOP_RUNGS: Rung[] = [
  // Connections that were closed a moment ago end by themselves; cutting them would be reported as failures.
  { signal: 'SIGTERM', timeoutMs: 500 },
  { signal: 'SIGINT', timeoutMs: 10_000 },
  { signal: 'SIGQUIT', timeoutMs: 4_000 },
  { signal: 'SIGKILL', timeoutMs: 4_000 },
];
/** Postgres itself kills its children 5 s after SIGQUIT; without the postmaster they would go on. */
const IMMEDIATE_RUNGS: Rung[] = [
  { signal: 'SIGQUIT', timeoutMs: 10_000 },
  { signal: 'SIGKILL', timeoutMs: 4_000 },
];

/** The processes of one backend, one at a time: its folder and its lock outlive a process that is stopped and started again. */
export class PostgresLife {
  /** Settles when no process runs and none will. */
  readonly over: Promise<void>;
  private settle!: () => void;
  private running = true;
  private paused = false;

  private constructor(
    private readonly cluster: Cluster,
    private current: PostgresProcess,
    private readonly launch: () => Promise<PostgresProcess>,
    private readonly clear: () => Promise<void>,
  ) {
    this.over = new Promise((resolve) => (this.settle = resolve));
    this.watch(current);
  }

  /** `clear` runs once, at the end. */
  static async begin(
    cluster: Cluster,
    launch: () => Promise<PostgresProcess>,
    clear: () => Promise<void>,
  ): Promise<PostgresLife> {
    return new PostgresLife(cluster, await launch(), launch, clear);
  }

  get pid(): number {
    return this.current.pid;
  }

  /** Waits with a timer: the child process alone does not keep Node running, so Node would end here if it had nothing else to do. */
  async stopImmediately(): Promise<void> {
    this.paused = true;
    await endBySignals([this.current.pid], IMMEDIATE_RUNGS, () => Promise.resolve(!this.running));
  }

  async restart(): Promise<void> {
    if (this.running || !this.paused) throw new Error('this Postgres was not stopped to be started again');
    // Backend processes that were cut off may outlive the postmaster for a moment and hold its shared memory.
    await endOrphan(this.cluster.path);
    this.current = await this.launch();
    this.running = true;
    this.paused = false;
    this.watch(this.current);
  }

  async end(): Promise<void> {
    const pausing = this.paused && !this.running;
    this.paused = false;
    if (pausing) await this.finish();
    else if (
      this.running &&
      !(await endBySignals([this.current.pid], STOP_RUNGS, () => Promise.resolve(!this.running)))
    )
      await endOrphan(this.cluster.path);
    await this.over;
  }

  private watch({ exited }: PostgresProcess): void {
    void exited.then(async () => {
      this.running = false;
      if (!this.paused) await this.finish();
    });
  }

  private async finish(): Promise<void> {
    await this.clear();
    this.settle();
  }
}
