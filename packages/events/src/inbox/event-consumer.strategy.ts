import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { EventType } from '../catalogue/event-type.js';
import { ConsumerRunner } from './consumer-runner.js';
import { EVENT_TRANSPORT } from './event-handler.js';
import type { ConsumerOptions, EventReaction, RawEvent } from './event-attempt.js';

/** Connects Nest to the runner: passes it the methods marked with OnEvent. */
export class EventConsumerStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = EVENT_TRANSPORT as never;
  /** The runner stores an error's cause; without this, Nest only logs the error and continues. */
  override readonly propagatesEventHandlerErrors = true;
  private runner: ConsumerRunner | undefined;

  constructor(private readonly options: ConsumerOptions) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    await this.runner?.stop();
  }

  /** Throws when the consumer crashed or is stuck, which fails the process's liveness. */
  healthy(): void {
    this.runner?.healthy();
  }

  on(): never {
    throw new Error('the event transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.runner as T;
  }

  private async start(): Promise<void> {
    const reactions = [...this.messageHandlers].flatMap(([, first]) => reactionsOf(first));
    this.runner = new ConsumerRunner(this.options, reactions);
    await this.runner.start();
  }
}

/** Nest chains further handlers of a pattern to the first one; the runner must see all of them to refuse them. */
function reactionsOf(first: MessageHandler): EventReaction[] {
  const reactions: EventReaction[] = [];
  for (let handler: MessageHandler | undefined = first; handler; handler = handler.next as MessageHandler | undefined) {
    const current = handler;
    const { topic, type } = eventOf(current);
    reactions.push({ topic: topic.name, type, handle: (event) => call(current, event) });
  }
  return reactions;
}

/** The event type that OnEvent stored. */
const eventOf = (handler: MessageHandler): EventType => handler.extras!.event;

/** Nest answers with a stream that must be read to its end; only then does it reject when the handler failed. */
async function call(handler: MessageHandler, { payload, ...event }: RawEvent): Promise<void> {
  // Within the attempt, so that malformed bytes fail it like a handler that throws.
  const message = eventOf(handler).decode(payload);
  const result = await handler({ ...event, message }, { isEvent: true, topic: event.topic, type: event.type });
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
