import type { Book } from './open-books.js';

export interface Reaction {
  topic: string;
  type: string;
  /** Who announces it, and whose group must have handled it. */
  from: Book;
  to: Book;
}

/** Every reaction to an event that the services have; the tests hold it against the consumers' handlers. */
export const REACTIONS: readonly Reaction[] = [
  { topic: 'auth.user.v1', type: 'user-registered', from: 'auth', to: 'billing' },
  { topic: 'auth.user.v1', type: 'mail-requested', from: 'auth', to: 'notifications' },
  { topic: 'billing.subscription.v1', type: 'subscription-changed', from: 'billing', to: 'usage' },
];
