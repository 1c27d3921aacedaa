import { SERVICE_LIST } from '@precis/runtime/service-list';
import type { WrittenTopic } from './event-type.js';
import { EVENTS } from './events.js';

export type { Topic } from './event-type.js';

/**
 * A topic with the services that use it. Each service has the login of its name and, as a reader, the group of its name. No other right is granted.
 */
export interface OwnedTopic extends WrittenTopic {
  readers: readonly string[];
}

/** All topics, derived from the events. createTopics creates them and grantAccess grants the rights; nothing else does. */
export const TOPICS: readonly OwnedTopic[] = [...new Set(Object.values(EVENTS).map(({ topic }) => topic))].map(
  (topic) => ({
    ...topic,
    readers: SERVICE_LIST.filter(({ consumes }) => topic.name in consumes).map(({ name }) => name),
  }),
);
