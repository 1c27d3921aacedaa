import { Inject, Injectable } from '@nestjs/common';
import { type Job, JobState, type Result } from '@precis/proto/summarisation/v1/summarisation';
import { OutcomeKind } from '@precis/proto/usage/v1/usage';
import type { DomainError } from '@precis/runtime/domain-error';
import { subjectOf } from '../admission/call-facts.js';
import { required } from '../rpc-answers.js';
import { OPERATIONS, SUMMARISATION, type SummarisationRpc, type UsageOperations } from '../rpc-clients.js';

/** A job as its account may see it. A completed job has its `result`, unless the account has deleted it. */
export interface ReadableJob {
  job: Job;
  result?: Result;
}

/** The unit was given back before the job was done: the job was cancelled, ran far too long, or was never fully accepted. */
const RELEASED = {
  errorCode: 'quota_released' satisfies DomainError['code'],
  errorMessage: 'The job was cancelled or took too long, and was not charged.',
};

/**
 * Reads a job, and its summary only when the summary is charged (SUM-13). Reading asks for the charge as well, because the event that does so may
 * be late. Both lead to one charge, because usage decides a call once.
 */
@Injectable()
export class ReadJob {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(OPERATIONS) private readonly usage: UsageOperations,
  ) {}

  /** Throws `job_not_found`, also for a job of another account. */
  async execute(accountId: string, jobId: string): Promise<ReadableJob> {
    const answer = await this.summarisation.getJob({ accountId, jobId }, { idempotent: true });
    const job = required(answer.job, 'summarisation answered without a job');
    if (job.state !== JobState.JOB_STATE_COMPLETED) return { job };
    const { attempt, resultRef } = job;
    const found = await this.summarisation.getResult({ resultRef }, { idempotent: true });
    const result = required(found.result, 'summarisation answered without a result');
    const charged = await this.usage.ask({
      accountId,
      callId: job.jobId,
      operation: { $case: 'charge', value: { attempt, resultRef, subject: subjectOf(result) } },
    });
    if (charged.kind !== OutcomeKind.OUTCOME_KIND_CHARGED)
      return { job: { ...job, ...RELEASED, state: JobState.JOB_STATE_FAILED } };
    return charged.resultRef === '' ? { job } : { job, result };
  }
}
