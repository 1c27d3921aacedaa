import type { Logger } from '@precis/runtime/logger';
import type { Consumer, IMemberAssignment } from 'kafkajs';
import { Stopwatch } from './stopwatch.js';

/** The signs of life of one kafkajs consumer, as it gives them; the watchdog judges them. */
export class ConsumerVitals {
  aliveAt = Date.now();
  /** Partitions by topic that the group gave to this member. */
  assignment: IMemberAssignment = {};
  /** Runs while a handler has a message in its hands. */
  readonly held = new Stopwatch();
  private crash: Error | undefined;
  private stoppedAt: number | undefined;

  constructor(
    private readonly group: string,
    private readonly logger: Logger,
    /** Aborted when the end of the consumer is wanted. */
    private readonly stopping: AbortSignal,
  ) {}

  follow(consumer: Consumer): void {
    const { FETCH, HEARTBEAT, GROUP_JOIN, CRASH, STOP } = consumer.events;
    for (const sign of [FETCH, HEARTBEAT] as const) consumer.on(sign as typeof FETCH, () => this.alive());
    consumer.on(GROUP_JOIN, ({ payload }) => {
      this.alive();
      this.stoppedAt = undefined;
      this.assignment = payload.memberAssignment;
    });
    consumer.on(STOP, () => {
      if (!this.stopping.aborted) this.stoppedAt = Date.now();
    });
    consumer.on(CRASH, ({ payload }) => {
      this.logger.error({ err: payload.error, group: this.group }, payload.restart ? 'consumer crashed, starting again' : 'consumer crashed for good');
      this.alive();
      if (payload.restart) this.stoppedAt = undefined;
      // kafkajs leaves the process up without a consumer (kafkajs#1443); liveness must tell.
      else if (!this.stopping.aborted) this.crash = payload.error;
    });
  }

  alive(): void {
    this.aliveAt = Date.now();
  }

  /**
   * Throws when kafkajs gave the consumer up, or stopped it by itself and does not start it again within `restartMs`: before it says
   * that it will, it disconnects, in vain perhaps.
   */
  check(restartMs: number): void {
    if (this.crash) throw new Error(`consumer of group ${this.group} crashed`, { cause: this.crash });
    if (this.stoppedAt !== undefined && Date.now() - this.stoppedAt > restartMs) throw new Error(`consumer of group ${this.group} stopped by itself`);
  }
}
