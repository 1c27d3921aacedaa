import { SERVICE_LIST } from '@precis/runtime/service-list';

/** One type of event, with the service that announces it and one service that handles it. */
export interface Reaction {
  topic: string;
  type: string;
  /** The announcing service, and the group that must have handled it. */
  from: string;
  to: string;
}

/**
 * Every reaction of a service to an event, as services.json declares them; tests compare the list with the handlers. A topic's name begins with the
 * service that announces on it.
 */
export const REACTIONS: readonly Reaction[] = SERVICE_LIST.flatMap(({ name, consumes }) =>
  Object.entries(consumes).flatMap(([topic, types]) =>
    types.map((type) => ({ topic, type, from: topic.split('.')[0], to: name })),
  ),
);
