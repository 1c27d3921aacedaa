import { DomainError } from '@precis/runtime/domain-error';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CutOff } from '@precis/runtime/threads/thread-tasks';

/** Metrics of this service: how long videos take, how they end, and how many wait. */
export class SummaryMetrics {
  private readonly seconds: Histogram<'outcome'>;
  private readonly lost: Counter<'limit'>;
  private readonly forgotten: Counter<'table'>;
  private readonly fallBacks: Counter<'engine' | 'code'>;
  private readonly jobs: Counter<'outcome'>;

  constructor(registry: Registry, queues: Record<string, { readonly depth: number }>) {
    this.seconds = new Histogram({
      name: 'precis_summarise_duration_seconds',
      help: 'Time of one Summarise call by outcome (ok, a refusal code, or failed).',
      labelNames: ['outcome'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
      registers: [registry],
    });
    this.lost = new Counter({
      name: 'precis_summary_cut_off_seconds_total',
      help: 'Computing time of summaries that were cut off, by the limit that ended them (time or memory).',
      labelNames: ['limit'],
      registers: [registry],
    });
    this.forgotten = new Counter({
      name: 'precis_summarisation_forgotten_rows_total',
      help: 'Rows deleted because their time was over.',
      labelNames: ['table'],
      registers: [registry],
    });
    this.fallBacks = new Counter({
      name: 'precis_summary_fall_backs_total',
      help: 'Summaries that an engine did not write and the next one had to, by engine and code of the failure.',
      labelNames: ['engine', 'code'],
      registers: [registry],
    });
    this.jobs = new Counter({
      name: 'precis_summary_job_tries_total',
      help: 'Tries of jobs by how they ended: completed, failed, or again when another one follows.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of ['completed', 'failed', 'again']) this.jobs.inc({ outcome }, 0);
    new Gauge({
      name: 'precis_summarisation_queue_depth',
      help: 'Videos waiting for a turn.',
      labelNames: ['queue'],
      registers: [registry],
      collect() {
        for (const [queue, slots] of Object.entries(queues)) this.set({ queue }, slots.depth);
      },
    });
  }

  cutOff({ limit, ranMs }: CutOff): void {
    this.lost.inc({ limit }, ranMs / 1_000);
  }

  fellBack(engine: string, code: string): void {
    this.fallBacks.inc({ engine, code });
  }

  jobTried(outcome: 'completed' | 'failed' | 'again'): void {
    this.jobs.inc({ outcome });
  }

  forgot(table: string, rows: number): void {
    this.forgotten.inc({ table }, rows);
  }

  async observe<T>(work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const ended = (outcome: string) => this.seconds.observe({ outcome }, (performance.now() - startedMs) / 1_000);
    try {
      const done = await work();
      ended('ok');
      return done;
    } catch (error) {
      ended(error instanceof DomainError ? error.code : 'failed');
      throw error;
    }
  }
}
