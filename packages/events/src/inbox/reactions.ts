import type { EntityManager } from 'typeorm';
import type { ReceivedMessage } from '../bus.js';
import { withCorrelation } from '../correlation.js';
import type { DecodedEvent } from '../event-message.js';
import { type EventReaction, eventPattern } from './received-event.js';

/** What a group reacts to: one reaction per type. */
export class Reactions {
  private readonly byPattern = new Map<string, EventReaction>();

  /** Refuses a second reaction to a type: one consumed_events row cannot tell which of the two is done. */
  constructor(group: string, reactions: EventReaction[]) {
    for (const reaction of reactions) {
      const pattern = eventPattern(reaction.topic, reaction.type);
      if (this.byPattern.has(pattern))
        throw new Error(`group ${group} has two handlers of ${reaction.type} on ${reaction.topic}`);
      this.byPattern.set(pattern, reaction);
    }
  }

  topics(): string[] {
    return [...new Set([...this.byPattern.values()].map((reaction) => reaction.topic))];
  }

  to(topic: string, type: string): EventReaction | undefined {
    return this.byPattern.get(eventPattern(topic, type));
  }

  /** Runs the reaction in the transaction of `manager`; events that it writes carry the correlation on. */
  async react(
    manager: EntityManager,
    reaction: EventReaction,
    message: ReceivedMessage,
    event: DecodedEvent,
  ): Promise<void> {
    const { eventId, type, key, occurredAt, correlationId, payload } = event;
    await withCorrelation({ correlationId }, () =>
      reaction.handle({ eventId, topic: message.topic, type, key, occurredAt, correlationId, payload, manager }),
    );
  }
}
