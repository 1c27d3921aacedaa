import type { ServiceProcess } from '../deployment/service-process.js';

const EVERY_MS = 1_000;
/** Kubernetes' default: after three failures in a row, the process is replaced. */
const FAILURES_THAT_COUNT = 3;

/** Constantly probes the liveness and readiness of every process; Kubernetes would replace or remove a failing one. */
export class ProbeWatch {
  readonly failures: string[] = [];
  private readonly resting = new Set<ServiceProcess>();
  private readonly inARow = new Map<string, number>();
  private stopped = false;
  private readonly running: Promise<unknown>;

  constructor(processes: ServiceProcess[]) {
    this.running = Promise.all(processes.map((one) => this.watch(one)));
  }

  /** Stops probing the process until `work`, its restart, is done. */
  async without<T>(process: ServiceProcess, work: () => Promise<T>): Promise<T> {
    this.resting.add(process);
    return work().finally(() => this.resting.delete(process));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async watch(process: ServiceProcess): Promise<void> {
    while (!this.stopped) {
      for (const path of ['/healthz', '/readyz']) {
        const { pid } = process;
        const status = await fetch(process.opsUrl + path, { signal: AbortSignal.timeout(5_000) }).then(
          async (answer) => (await answer.body?.cancel(), answer.status),
          (error: Error) => error.message,
        );
        const place = `${process.service} ${process.opsPort} ${path}`;
        const failed = status !== 200 && !this.resting.has(process) && pid === process.pid;
        this.inARow.set(place, failed ? (this.inARow.get(place) ?? 0) + 1 : 0);
        if (this.inARow.get(place) === FAILURES_THAT_COUNT)
          this.failures.push(`${place}: ${status} at ${new Date().toISOString()}\n${process.log.slice(-3_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
