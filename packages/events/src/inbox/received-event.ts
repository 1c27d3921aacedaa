import type { EntityManager } from 'typeorm';
import type { EventType } from '../catalogue/event-type.js';

/** One event as the runner hands it on. */
export interface RawEvent {
  /** uuidv7; the same at every delivery of the same event. */
  eventId: string;
  topic: string;
  type: string;
  key: string;
  occurredAt: Date;
  correlationId: string;
  /** Protobuf bytes of proto/events. */
  payload: Uint8Array;
  /** The runner's open transaction: what is written through it commits together with the event's row in consumed_events, or not at all. */
  manager: EntityManager;
}

/** One event as an @OnEvent method gets it: `ReceivedEvent<typeof EVENTS.userRegistered>`. */
export type ReceivedEvent<E extends EventType> = Omit<RawEvent, 'payload' | 'type'> & {
  type: E['type'];
  message: ReturnType<E['decode']>;
};

/** A group's one reaction to a type of event. */
export interface EventReaction {
  topic: string;
  type: string;
  handle(event: RawEvent): Promise<void>;
}

/** How a reaction is looked up: neither a topic nor a type contains a space. */
export const eventPattern = (topic: string, type: string): string => `${topic} ${type}`;
