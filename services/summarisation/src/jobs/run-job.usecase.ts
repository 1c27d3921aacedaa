import { Inject, Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { withCorrelation } from '@precis/events/event-message';
import { announce } from '@precis/events/outbox/outbox';
import type { JobCall } from '@precis/proto/events/summarisation/v1/summary';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { DataSource } from 'typeorm';
import { SUMMARY_LENGTHS } from '../results/summary-lengths.js';
import { SummariseVideo } from '../results/summarise-video.usecase.js';
import { SummaryMetrics } from '../summary-metrics.js';
import { endAfter, EXPIRED, type Failure, isOver } from './job-life.rule.js';
import { type HeldJob, type JobEnd, JobsRepository } from './jobs.repository.js';
import { waitAfter } from './next-try.js';

/**
 * Makes one attempt at a job: the same work as for a waiting caller, then its end and the event of its end in one transaction. Usage charges by
 * that event, and only then is the summary shown. If the process is killed at any point, the lease ends and the job is tried again; a computed
 * result is found stored.
 */
@Injectable()
export class RunJob {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobsRepository,
    private readonly summariseVideo: SummariseVideo,
    private readonly metrics: SummaryMetrics,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `holder` must hold `job`; `stopping` fires when the process begins to stop. */
  async execute(job: HeldJob, holder: string, stopping: AbortSignal): Promise<void> {
    await withCorrelation({ correlationId: job.correlationId }, async () => {
      if (isOver({ createdAt: job.createdAt, tries: job.tries - 1 }, this.clock.now()))
        return this.fail(job, holder, EXPIRED);
      const startedMs = performance.now();
      try {
        const { videoId, parameters, accountId } = job;
        const result = await this.summariseVideo.execute(videoId, parameters, accountId, stopping);
        await this.complete(job, holder, result, Math.round(performance.now() - startedMs));
      } catch (error) {
        await this.goOn(job, holder, error, stopping.aborted);
      }
    });
  }

  private async goOn(job: HeldJob, holder: string, error: unknown, isStopping: boolean): Promise<void> {
    if (isStopping) return this.jobs.putBack(job.callId, holder, 0, false);
    const refusal = error instanceof DomainError ? error : null;
    if (!refusal) this.logger.error({ err: error, jobId: job.callId }, 'an attempt at a job failed');
    const waitMs = waitAfter(refusal, job.tries, Math.random());
    const end = endAfter(refusal, job, new Date(this.clock.now().getTime() + waitMs));
    if (end) return this.fail(job, holder, end);
    this.metrics.jobTried('again');
    await this.jobs.putBack(job.callId, holder, waitMs, true);
  }

  private async complete(job: HeldJob, holder: string, result: Result, computeMs: number): Promise<void> {
    const { resultRef, videoId, engine, title, summaryType, durationSeconds } = result;
    const call = { ...callOf(job), title, summaryType: SUMMARY_LENGTHS.wordOf(summaryType), durationSeconds };
    const done = { resultRef, videoId, engine, computeMs, job: call };
    await this.end(job, holder, { resultRef }, EVENTS.summaryCompleted.of(done, this.clock.now()));
  }

  private async fail(job: HeldJob, holder: string, { code, message }: Failure): Promise<void> {
    const failed = { videoId: job.videoId, code, message, job: callOf(job) };
    await this.end(job, holder, { code, message }, EVENTS.summaryFailed.of(failed, this.clock.now()));
  }

  /** Does nothing when another process has taken the job over. */
  private async end(job: HeldJob, holder: string, end: JobEnd, event: Parameters<typeof announce>[1]): Promise<void> {
    const isMine = await inTransaction(this.database, async (manager) => {
      const isMine = await this.jobs.end(manager, job.callId, holder, end, this.clock.now());
      if (isMine) await announce(manager, event);
      return isMine;
    });
    if (isMine) this.metrics.jobTried('resultRef' in end ? 'completed' : 'failed');
  }
}

function callOf({ accountId, callId, attempt }: HeldJob): JobCall {
  return { accountId, callId, attempt, title: '', summaryType: '', durationSeconds: 0 };
}
