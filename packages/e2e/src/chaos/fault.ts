import type { Distributed } from '../deployment/distributed.js';
import type { ChaosLoad } from './chaos-load.js';
import type { InFlight } from './in-flight.js';

export interface ChaosWorld {
  precis: Distributed;
  load: ChaosLoad;
  /** How many of the clients' failures have been held against a fault. */
  judged: number;
  /** Until then a failure may still be the work of an earlier fault; in milliseconds of performance.now(). */
  excusedUntilMs: number;
}

/** One kind of fault: how it is done and undone, and what must be in flight for it to be a trial at all. */
export interface Fault {
  /** What `strikes` asks for, for whoever reads that a fault hit nothing. */
  needs: string;
  strikes(inFlight: InFlight, world: ChaosWorld): boolean;
  /** Settles when the fault is there. */
  inject(world: ChaosWorld): Promise<void>;
  holdMs: number;
  /** What must have gathered by the end of `holdMs`; undefined = nothing need. */
  gathers?(inFlight: InFlight): boolean;
  heal(world: ChaosWorld): Promise<void>;
  /** How long clients may meet 502, 503 and 504 after the heal; undefined = they may not notice the fault at all. */
  recoveryMs?: number;
}
