import type { Books } from './open-books.js';

/** The result of a check. `counted` names what was checked, so that "holds" over nothing is visible. */
export interface Finding {
  counted: Record<string, number>;
  /** Each names its place only by ids: no address, no text of a customer. */
  faults: string[];
}

/** A condition between the databases that always holds, except for facts younger than the grace period. */
export interface Invariant {
  name: string;
  check(books: Books): Promise<Finding>;
}
