import { EventPattern } from '@nestjs/microservices';
import type { EventType } from '../catalogue/event-type.js';
import { eventPattern, type ReceivedEvent } from './received-event.js';

export type { ReceivedEvent } from './received-event.js';

/** Handlers registered under it are served by EventConsumerStrategy alone, whatever other transports the application has. */
export const EVENT_TRANSPORT = Symbol.for('precis.events');

/** Marks a method `(event: ReceivedEvent<typeof EVENTS.x>): Promise<void>` of a `*.consumer.ts` controller as the group's one handler of x. */
export function OnEvent<E extends EventType>(event: E) {
  return <H extends (event: ReceivedEvent<E>) => Promise<void>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void =>
    void EventPattern<string>(eventPattern(event.topic.name, event.type), EVENT_TRANSPORT as never, { event })(
      target,
      name as string,
      descriptor as never,
    );
}
