import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { QueueWebhook } from './queue-webhook.usecase.js';

/** Events that accounts may have sent to them (HOOK-2). The quota's thresholds come by way of their mail's consumer. */
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
