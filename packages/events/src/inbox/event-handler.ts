import { EventPattern } from '@nestjs/microservices';
import { eventPattern } from './received-event.js';

export type { ReceivedEvent } from './received-event.js';

/** Handlers registered under it are served by EventConsumerStrategy alone, whatever other transports the application has. */
export const EVENT_TRANSPORT = Symbol.for('precis.events');

/** Marks a method `(event: ReceivedEvent): Promise<void>` of a `*.consumer.ts` controller as the group's one handler of a type. */
export function OnEvent(topic: string, type: string): MethodDecorator {
  return (target, name, descriptor) => {
    EventPattern<string>(eventPattern(topic, type), EVENT_TRANSPORT as never)(
      target,
      name as string,
      descriptor as never,
    );
  };
}
