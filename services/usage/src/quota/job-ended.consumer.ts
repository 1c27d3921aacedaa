import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { announce } from '@precis/events/outbox/outbox';
import type { JobCall } from '@precis/proto/events/summarisation/v1/summary';
import { Clock } from '@precis/runtime/clock';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import type { EntityManager } from 'typeorm';
import { type Failure, RELEASED } from '../batches/batch-life.rule.js';
import { BatchEnds } from '../batches/batch-ends.provider.js';
import { EndJobCall } from './end-job-call.usecase.js';

/**
 * Consumes summarisation.summary.v1: a job ended. Summaries without a job are skipped, because their call charges them. If the job belongs to an item
 * of a batch, the item ends in the transaction of the charge (QUOTA-23). Otherwise the end of the job is announced in that transaction: only the call
 * knows whether the summary may be read (HOOK-2).
 */
@Controller()
export class JobEndedConsumer {
  constructor(
    private readonly endJobCall: EndJobCall,
    private readonly batchEnds: BatchEnds,
    private readonly clock: Clock,
  ) {}

  @OnEvent(EVENTS.summaryCompleted)
  async completed({ manager, message }: ReceivedEvent<typeof EVENTS.summaryCompleted>): Promise<void> {
    const { job } = message;
    if (!job) return;
    const isCharged = await this.endJobCall.execute(manager, job, message);
    // The customer cancelled it, or its unit was released before it was completed.
    await this.end(manager, job, isCharged ? 'completed' : RELEASED);
  }

  @OnEvent(EVENTS.summaryFailed)
  async failed({ manager, message }: ReceivedEvent<typeof EVENTS.summaryFailed>): Promise<void> {
    const { job, code, message: text } = message;
    if (!job) return;
    // A call that was charged before stays charged.
    const isCharged = await this.endJobCall.execute(manager, job, 'failed');
    const failure = { code, message: text || 'The video could not be summarised. Nothing was charged.' };
    await this.end(manager, job, isCharged ? 'completed' : failure);
  }

  private async end(manager: EntityManager, { accountId, callId }: JobCall, end: 'completed' | Failure): Promise<void> {
    if (!isCanonicalUuid(accountId) || !isCanonicalUuid(callId)) return;
    if (await this.batchEnds.endItem(manager, callId, end)) return;
    const outcome = end === 'completed' ? { isCompleted: true, code: '' } : { isCompleted: false, code: end.code };
    await announce(manager, EVENTS.jobEnded.of({ userId: accountId, jobId: callId, ...outcome }, this.clock.now()));
  }
}
