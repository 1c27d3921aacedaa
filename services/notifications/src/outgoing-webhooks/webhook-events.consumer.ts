import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueWebhook } from './queue-webhook.usecase.js';

/** Queues webhooks for the events that accounts may ask for (HOOK-2). quota-mails.consumer.ts does it for the quota's thresholds. */
@Controller()
export class WebhookEventsConsumer {
  constructor(private readonly webhooks: QueueWebhook) {}

  @OnEvent(EVENTS.summaryCompleted)
  async summaryCompleted(event: ReceivedEvent<typeof EVENTS.summaryCompleted>): Promise<void> {
    const { job } = event.message;
    if (job) await this.jobEnded(event, job, 'job.completed', {});
  }

  @OnEvent(EVENTS.summaryFailed)
  async summaryFailed(event: ReceivedEvent<typeof EVENTS.summaryFailed>): Promise<void> {
    const { job, code } = event.message;
    if (job) await this.jobEnded(event, job, 'job.failed', { code });
  }

  @OnEvent(EVENTS.batchEnded)
  async batchEnded(event: ReceivedEvent<typeof EVENTS.batchEnded>): Promise<void> {
    const { userId, batchId, items, completed, failed, cancelled } = event.message;
    const facts = { batch_id: batchId, items, completed, failed, cancelled };
    await this.webhooks.execute(event, userId, { type: 'batch.ended', path: `/api/youtube/batches/${batchId}`, facts });
  }

  private async jobEnded(
    event: Parameters<QueueWebhook['execute']>[0],
    { accountId, callId }: { accountId: string; callId: string },
    type: 'job.completed' | 'job.failed',
    facts: Record<string, string>,
  ): Promise<void> {
    const payload = { type, path: `/api/youtube/jobs/${callId}`, facts: { job_id: callId, ...facts } };
    await this.webhooks.execute(event, accountId, payload);
  }
}
