import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import { isUuid } from '@precis/runtime/uuid';
import { type Job, JobsRepository } from './jobs.repository.js';

/** Reads a job for its own account; another account's job is not found. */
@Injectable()
export class GetJob {
  constructor(private readonly jobs: JobsRepository) {}

  /** Throws `job_not_found`. */
  async execute(callId: string, accountId: string): Promise<Job> {
    const job = isUuid(callId) ? await this.jobs.read(callId) : null;
    if (job?.accountId !== accountId)
      throw new DomainError('not_found', 'job_not_found', 'There is no such job. Jobs are kept for 6 days.');
    return job;
  }
}
