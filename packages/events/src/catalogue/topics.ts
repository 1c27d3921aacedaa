import { SERVICE_LIST } from '@precis/runtime/service-list';
import type { WrittenTopic } from './event-type.js';
import { EVENTS } from './events.js';

export type { Topic } from './event-type.js';

/** A topic with the services that use it. Each has the login and, reading, the group of its name; no other right is granted. */
export interface OwnedTopic extends WrittenTopic {
  readers: readonly string[];
}

/** Every topic there is, by its events. createTopics makes them, grantAccess the rights to them; nothing else does. */
export const TOPICS: readonly OwnedTopic[] = [...new Set(Object.values(EVENTS).map(({ topic }) => topic))].map(
  (topic) => ({
    ...topic,
    readers: SERVICE_LIST.filter(({ consumes }) => topic.name in consumes).map(({ name }) => name),
  }),
);
