import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import { RELEASED } from '../batches/batch-life.rule.js';
import { BatchEnds } from '../batches/batch-ends.provider.js';
import { EndJobCall } from './end-job-call.usecase.js';

/**
 * Consumes summarisation.summary.v1: a job ended. Summaries without a job are left out, because their call charges them. If the job
 * belongs to an item of a batch, the item ends in the transaction of the charge (QUOTA-23).
 */
@Controller()
export class JobEndedConsumer {
  constructor(
    private readonly endJobCall: EndJobCall,
    private readonly batchEnds: BatchEnds,
  ) {}

  @OnEvent(EVENTS.summaryCompleted)
  async completed({ manager, message }: ReceivedEvent<typeof EVENTS.summaryCompleted>): Promise<void> {
    const { job } = message;
    if (!job) return;
    const isCharged = await this.endJobCall.execute(manager, job, message);
    if (isCanonicalUuid(job.callId)) await this.batchEnds.item(manager, job.callId, isCharged ? 'completed' : RELEASED);
  }

  @OnEvent(EVENTS.summaryFailed)
  async failed({ manager, message }: ReceivedEvent<typeof EVENTS.summaryFailed>): Promise<void> {
    const { job, code, message: text } = message;
    if (!job) return;
    // A call that was charged before stays charged.
    const isCharged = await this.endJobCall.execute(manager, job, 'failed');
    const failure = { code, message: text || 'The video could not be summarised. Nothing was charged.' };
    if (isCanonicalUuid(job.callId)) await this.batchEnds.item(manager, job.callId, isCharged ? 'completed' : failure);
  }
}
