import { Inject, Injectable } from '@nestjs/common';
import { JobState } from '@precis/proto/summarisation/v1/summarisation';
import { OutcomeKind } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { required } from '../rpc-answers.js';
import { OPERATIONS, SUMMARISATION, type SummarisationRpc, type UsageOperations } from '../rpc-clients.js';

/**
 * Cancels a job (MCP-10). Its unit is given back at once, so the job is neither charged nor shown. Work that has begun runs to its end, and the job
 * counts as unfinished for its account until then. Together with the limit of cancellations per hour (LIMIT-11), this bounds unpaid work.
 *
 * If the process is killed before the release, the job is unchanged, and a repeat cancels it.
 */
@Injectable()
export class CancelJob {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(OPERATIONS) private readonly usage: UsageOperations,
  ) {}

  /** Throws `job_not_found`, also for a job of another account, and `job_completed` for a charged job. */
  async execute(accountId: string, jobId: string): Promise<void> {
    const answer = await this.summarisation.getJob({ accountId, jobId }, { idempotent: true });
    const job = required(answer.job, 'summarisation answered without a job');
    if (job.state === JobState.JOB_STATE_FAILED) return;
    const { kind } = await this.usage.ask({
      accountId,
      callId: job.jobId,
      operation: { $case: 'release', value: { attempt: job.attempt } },
    });
    if (kind !== OutcomeKind.OUTCOME_KIND_RELEASED)
      throw new DomainError(
        'conflict',
        'job_completed',
        'This job cannot be cancelled: it is completed and charged. You can read its summary.',
      );
  }
}
