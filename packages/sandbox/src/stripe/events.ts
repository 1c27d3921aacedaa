import type Stripe from 'stripe';
import { type Books, freshId } from './books.js';

/** The API version that the simulator implements: the one that this repository's SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive';

/** The parts that every module of the simulator uses. */
export interface Surroundings {
  books: Books;
  /** Unix seconds by the simulator's clock. */
  seconds(): number;
  /** Stores an event with the current state of the object, to be delivered. `previous`: the old values of the changed fields. */
  announce(type: Stripe.Event['type'], object: object, previous?: object): void;
}

/** Creates the surroundings for these books; `deliver` is called with each new event. */
export function surroundings(books: Books, now: () => Date, deliver: (eventId: string) => void): Surroundings {
  const seconds = () => Math.floor(now().getTime() / 1_000) + books.offsetSeconds;
  return {
    books,
    seconds,
    announce: (type, object, previous) => {
      const event = {
        id: freshId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: seconds(),
        data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      } as unknown as Stripe.Event;
      books.events.set(event.id, event);
      deliver(event.id);
    },
  };
}
