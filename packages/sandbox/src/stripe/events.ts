import type Stripe from 'stripe';
import { type Books, freshId } from './books.js';

/** The version whose shapes the simulator speaks: the one that the SDK of this repository is pinned to. */
export const API_VERSION = '2026-10-28.endive';

/** What every part of the simulator works with. */
export interface Surroundings {
  books: Books;
  /** Unix seconds by the simulator's clock. */
  seconds(): number;
  /** Writes an event with the object as it is now, to be delivered. `previous`: the fields that changed, as they were. */
  announce(type: Stripe.Event['type'], object: object, previous?: object): void;
}

/** Surroundings over these books; `deliver` hears of each new event. */
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
