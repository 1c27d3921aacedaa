import type { OwnedTopic } from '../catalogue/topics.js';

/** One right of one login. */
export interface AccessRight {
  user: string;
  may: 'read' | 'write';
  kind: 'topic' | 'group';
  /** Kafka's name of the topic or group. */
  name: string;
}

/** The logins that a deployment needs. */
export const usersOf = (topics: readonly OwnedTopic[]): string[] =>
  [...new Set(topics.flatMap(({ writer, readers }) => [writer, ...readers]))].sort();

/** All rights of the services: a writer's topics, a reader's topics and the group of its name. */
export function accessRights(topics: readonly OwnedTopic[], prefix: string): AccessRight[] {
  const onTopics = topics.flatMap(({ name, writer, readers }) => [
    { user: writer, may: 'write' as const, kind: 'topic' as const, name: prefix + name },
    ...readers.map((user) => ({ user, may: 'read' as const, kind: 'topic' as const, name: prefix + name })),
  ]);
  const groups = [...new Set(topics.flatMap(({ readers }) => readers))].sort();
  return [
    ...onTopics,
    ...groups.map((user) => ({ user, may: 'read' as const, kind: 'group' as const, name: prefix + user })),
  ];
}
