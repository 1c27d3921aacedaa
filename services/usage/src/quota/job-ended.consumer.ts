import { Controller } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { OnEvent, type ReceivedEvent } from '@precis/events/inbox/event-handler';
import { EndJobCall } from './end-job-call.usecase.js';

/** summarisation.summary.v1: a job ended. A summary that somebody waited for was charged by its call. */
@Controller()
export class JobEndedConsumer {
  constructor(private readonly endJobCall: EndJobCall) {}

  @OnEvent(EVENTS.summaryCompleted)
  async completed({ manager, message }: ReceivedEvent<typeof EVENTS.summaryCompleted>): Promise<void> {
    if (message.job) await this.endJobCall.execute(manager, message.job, message);
  }

  @OnEvent(EVENTS.summaryFailed)
  async failed({ manager, message }: ReceivedEvent<typeof EVENTS.summaryFailed>): Promise<void> {
    if (message.job) await this.endJobCall.execute(manager, message.job, 'failed');
  }
}
