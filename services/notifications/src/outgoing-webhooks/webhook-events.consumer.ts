import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueWebhook } from './queue-webhook.usecase.js';

/** Queues webhooks for the events that accounts may ask for (HOOK-2). quota-mails.consumer.ts does it for the quota's thresholds. */
@Controller()
export class WebhookEventsConsumer {
  constructor(private readonly webhooks: QueueWebhook) {}

  @OnEvent(EVENTS.jobEnded)
  async jobEnded(event: ReceivedEvent<typeof EVENTS.jobEnded>): Promise<void> {
    const { userId, jobId, isCompleted, code } = event.message;
    const facts = { job_id: jobId, ...(!isCompleted && { code }) };
    const type = isCompleted ? 'job.completed' : 'job.failed';
    await this.webhooks.execute(event, userId, { type, path: `/api/youtube/jobs/${jobId}`, facts });
  }

  @OnEvent(EVENTS.batchEnded)
  async batchEnded(event: ReceivedEvent<typeof EVENTS.batchEnded>): Promise<void> {
    const { userId, batchId, items, completed, failed, cancelled } = event.message;
    const facts = { batch_id: batchId, items, completed, failed, cancelled };
    await this.webhooks.execute(event, userId, { type: 'batch.ended', path: `/api/youtube/batches/${batchId}`, facts });
  }
}
