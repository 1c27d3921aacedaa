import type { Bus } from '../bus.js';

/** What a check needs of an adapter. */
export interface BusHarness {
  /** Opens the bus as a new process would. Its close() gives up on a message in hand after a moment: that stands for a crash. */
  open(): Promise<Bus>;
  /** A topic that nobody else uses. */
  newTopic(): Promise<string>;
  /** How long a check waits for what must come. */
  patienceMs: number;
  dispose(): Promise<void>;
}

/** One promise of the bus port. It rejects when the bus breaks it; a plain function, so that a broken bus can be shown to fail it. */
export interface BusCheck {
  promise: string;
  run(harness: BusHarness): Promise<void>;
}
