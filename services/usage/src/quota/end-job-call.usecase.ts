import { Injectable } from '@nestjs/common';
import type { JobCall } from '@precis/proto/events/summarisation/v1/summary';
import type { Operation } from '@precis/proto/usage/v1/usage';
import type { EntityManager } from 'typeorm';
import { OperationBatch } from './operation-batch.js';
import { operationFromProto } from './operation-from-proto.js';

/** The outcome of a job: a summary, or none. */
export type JobOutcome = { resultRef: string; videoId: string } | 'failed';

/**
 * Charges the call of a completed job and releases that of a failed one (SUM-13, QUOTA-3). The state of the call decides: a repeat, or a call that
 * was released or charged in between, changes nothing, and an unknown call is never charged.
 */
@Injectable()
export class EndJobCall {
  constructor(private readonly batch: OperationBatch) {}

  /** Whether the call is charged. `manager` is the event runner's transaction. */
  async execute(manager: EntityManager, job: JobCall, outcome: JobOutcome): Promise<boolean> {
    const { accountId, callId } = job;
    const operation = operationFromProto({ accountId, callId, operation: operationOf(job, outcome) });
    const [decided] = await this.batch.decide(manager, [operation]);
    return decided.outcome.kind === 'charged';
  }
}

function operationOf(job: JobCall, outcome: JobOutcome): Operation['operation'] {
  const { attempt, title, summaryType, durationSeconds } = job;
  if (outcome === 'failed') return { $case: 'release', value: { attempt } };
  const { resultRef, videoId } = outcome;
  return { $case: 'charge', value: { attempt, resultRef, subject: { videoId, title, summaryType, durationSeconds } } };
}
