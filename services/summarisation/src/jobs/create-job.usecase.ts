import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { overloaded } from '../work/work.errors.js';
import { type Job, JobsRepository, type NewJob } from './jobs.repository.js';
import { JobRunner } from './job-runner.js';

/** Unfinished jobs of one account, and of all accounts together. */
export class JobLimits {
  constructor(
    readonly perAccount: number,
    readonly inAll: number,
  ) {}
}

/**
 * Accepts a job, once per metered call (SUM-13). Its unit is reserved before, and charged by the event of its end. After a crash before the commit
 * there is no job, and the gateway releases the unit; after the commit, any copy processes it.
 */
@Injectable()
export class CreateJob {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobsRepository,
    private readonly limits: JobLimits,
    private readonly runner: JobRunner,
    private readonly clock: Clock,
  ) {}

  /** Throws `too_many_jobs`, `overloaded`, or `invalid` for a call that already has another job. */
  async execute(wanted: NewJob): Promise<Job> {
    if (!isCanonicalUuid(wanted.callId) || !isCanonicalUuid(wanted.accountId)) throw unusable();
    const job = await inTransaction(this.database, async (manager) => {
      await this.jobs.lockAccount(manager, wanted.accountId);
      const known = await this.jobs.find(manager, wanted.callId);
      if (known) {
        if (known.accountId !== wanted.accountId || known.attempt !== wanted.attempt) throw unusable();
        return known;
      }
      const open = await this.jobs.countOpen(manager, wanted.accountId, this.limits.inAll);
      if (open.own >= this.limits.perAccount) throw tooMany(this.limits.perAccount);
      if (open.all >= this.limits.inAll) throw overloaded();
      return this.jobs.add(manager, wanted, this.clock.now());
    });
    this.runner.wake();
    return job;
  }
}

function unusable(): DomainError {
  return new DomainError('invalid', 'job_invalid', 'This call cannot become a job.');
}

function tooMany(limit: number): DomainError {
  return new DomainError(
    'exhausted',
    'too_many_jobs',
    `An account may have ${limit} unfinished jobs. Please wait until one has ended.`,
    { retryAfterSeconds: 10, limit },
  );
}
