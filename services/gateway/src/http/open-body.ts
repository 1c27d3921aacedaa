import type { Slot } from './bag.js';
import type { WaitingChunk } from './body-rate.js';
import type { HttpProblem } from './http-problem.js';

/** A body that is being received. */
export interface OpenBody {
  /** The sender, from the widest to the narrowest: an account; an address; a network and an address in it. */
  readonly sender: readonly string[];
  /** Bytes of memory that the body takes, at most twice what has arrived. */
  heldBytes: number;
  receivedBytes: number;
  /** The chunk that waits for its turn while the body is not read (BodyRate). */
  waiting?: WaitingChunk;
  /** Whether it waits for its admission, and is not read. */
  isHeld?: boolean;
  /** Its place among the bodies that hold memory, while it holds any (BodyBudget). */
  budgetSlot?: Slot<OpenBody>;
  /** Its place among the bodies whose pace is watched (BodyPace). */
  paceSlot?: Slot<PaceMark>;
  /** Ends the body with this refusal. */
  cut(problem: HttpProblem): void;
}

/** How many bytes of a body had arrived, and when. */
export interface PaceMark {
  readonly body: OpenBody;
  atMs: number;
  bytes: number;
}
