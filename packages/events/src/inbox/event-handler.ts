import { EventPattern } from '@nestjs/microservices';
import type { EventType } from '../catalogue/event-type.js';
import type { RawEvent } from './event-attempt.js';

/** The event that an @OnEvent method receives: `ReceivedEvent<typeof EVENTS.userRegistered>`. */
export type ReceivedEvent<E extends EventType> = Omit<RawEvent, 'payload' | 'type'> & {
  type: E['type'];
  message: ReturnType<E['decode']>;
};

/** Only EventConsumerStrategy serves handlers of this transport, even when the application has other transports. */
export const EVENT_TRANSPORT = Symbol.for('precis.events');

/** Marks a method `(event: ReceivedEvent<typeof EVENTS.x>): Promise<void>` of a `*.consumer.ts` controller as the group's only handler of x. */
export function OnEvent<E extends EventType>(event: E) {
  const pattern = `${event.topic.name} ${event.type}`;
  return <H extends (event: ReceivedEvent<E>) => Promise<void>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void =>
    void EventPattern<string>(pattern, EVENT_TRANSPORT as never, { event })(
      target,
      name as string,
      descriptor as never,
    );
}
