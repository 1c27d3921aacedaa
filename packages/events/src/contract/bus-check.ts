import type { Bus } from '../bus.js';

/** The parts of an adapter that a check needs. */
export interface BusHarness {
  /** Opens the bus as a new process would. Its close() abandons the current message after a moment, which simulates a crash. */
  open(): Promise<Bus>;
  /** A topic that nothing else uses. */
  newTopic(): Promise<string>;
  /** How long a check waits for an expected message. */
  patienceMs: number;
  dispose(): Promise<void>;
}

/** One guarantee of the bus. It rejects when the bus breaks it. A plain function, so that tests can show that a broken bus fails it. */
export interface BusCheck {
  promise: string;
  run(harness: BusHarness): Promise<void>;
}
