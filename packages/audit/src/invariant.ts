import type { Books } from './open-books.js';

/** What a check found. `counted` says what was looked at, so that "holds" over nothing at all is seen. */
export interface Finding {
  counted: Record<string, number>;
  /** Each names its place by ids alone: no address, no text of a customer. */
  faults: string[];
}

/** Something that holds between the databases at every moment, except for what is younger than the grace period. */
export interface Invariant {
  name: string;
  check(books: Books): Promise<Finding>;
}
