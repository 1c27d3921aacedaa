import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { ConsumerOptions } from './consumer-options.js';
import { ConsumerRunner } from './consumer-runner.js';
import { EVENT_TRANSPORT } from './event-handler.js';
import type { EventReaction, ReceivedEvent } from './received-event.js';

/** Nest's side of the runner: hands the methods marked with OnEvent over to it. */
export class EventConsumerStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = EVENT_TRANSPORT as never;
  /** The runner keeps an error's cause; without this Nest logs the error as nobody's and goes on. */
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

  /** Throws when the consumer crashed or is stuck: fails the process's liveness. */
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
    const reactions = [...this.messageHandlers].flatMap(([pattern, first]) => reactionsOf(pattern, first));
    this.runner = new ConsumerRunner(this.options, reactions);
    await this.runner.start();
  }
}

/** Nest chains further handlers of a pattern behind the first; the runner refuses them when it sees them all. */
function reactionsOf(pattern: string, first: MessageHandler): EventReaction[] {
  const [topic, type] = pattern.split(' ');
  const reactions: EventReaction[] = [];
  for (let handler: MessageHandler | undefined = first; handler; handler = handler.next as MessageHandler | undefined) {
    const current = handler;
    reactions.push({ topic, type, handle: (event) => call(current, event) });
  }
  return reactions;
}

/** Nest answers with a stream that must be read to its end; reading it is what rejects when the handler failed. */
async function call(handler: MessageHandler, event: ReceivedEvent): Promise<void> {
  const result = await handler(event, { isEvent: true, topic: event.topic, type: event.type });
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
