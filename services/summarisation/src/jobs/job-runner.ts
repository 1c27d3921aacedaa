import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { randomUUID } from 'node:crypto';
import { type HeldJob, JobsRepository } from './jobs.repository.js';
import { RunJob } from './run-job.usecase.js';

/** How many jobs this process handles in parallel, and how long their lease lasts. */
export class JobPlaces {
  constructor(
    readonly atOnce: number,
    readonly leaseMs: number,
  ) {}
}

/**
 * Keeps this process' places for jobs filled. A new job or a timer wakes it; the timer also renews the leases of jobs in progress. When a process
 * is killed, others take over its jobs after the lease has ended; a stopping process puts them back at once.
 */
@Injectable()
export class JobRunner implements OnModuleDestroy {
  private readonly holder = randomUUID();
  private readonly stopping = new AbortController();
  /** The jobs in progress, by call id. */
  private readonly inHand = new Map<string, Promise<void>>();
  private filling: Promise<void> | undefined;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly runJob: RunJob,
    private readonly places: JobPlaces,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Settles when the places are filled or nothing is due; the jobs continue. */
  async execute(): Promise<void> {
    if (this.inHand.size > 0) await this.jobs.prolong([...this.inHand.keys()], this.holder, this.places.leaseMs);
    await this.fill();
  }

  /** Called when a job may be due. After an error the timer tries again. */
  wake(): void {
    this.fill().catch((error: unknown) => this.logger.error({ err: error }, 'jobs could not be taken'));
  }

  /** Nest calls this before shutdown: calls in progress can still use the database. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.filling?.catch(() => undefined);
    await Promise.all(this.inHand.values());
  }

  /** One round at a time: two would take more jobs than there are places. */
  private fill(): Promise<void> {
    this.filling ??= this.takeAll().finally(() => {
      this.filling = undefined;
    });
    return this.filling;
  }

  private async takeAll(): Promise<void> {
    while (!this.stopping.signal.aborted && this.inHand.size < this.places.atOnce) {
      const job = await this.jobs.take(this.holder, this.places.leaseMs);
      if (!job) return;
      this.begin(job);
    }
  }

  private begin(job: HeldJob): void {
    const running = this.runJob
      .execute(job, this.holder, this.stopping.signal)
      // The outcome is not stored, so the job is taken again when its lease ends.
      .catch((error: unknown) =>
        this.logger.error({ err: error, jobId: job.callId }, 'the outcome of a job could not be recorded'),
      )
      .finally(() => {
        this.inHand.delete(job.callId);
        this.wake();
      });
    this.inHand.set(job.callId, running);
  }
}
