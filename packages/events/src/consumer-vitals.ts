import type { Logger } from '@precis/runtime/logger';
import type { Consumer, IMemberAssignment } from 'kafkajs';
import { Stopwatch } from './stopwatch.js';

/** So many times the restart's limit may pass until a member that Kafka refuses fails liveness: a new process is hardly better off. */
const REFUSALS = 20;

/** Why a consumer has to be replaced: kafkajs leaves the process up without one (kafkajs#1443). */
export class GivenUp extends Error {
  override name = 'GivenUp';
}

/** The signs of life of one kafkajs consumer after the other, as they give them; the watchdog judges them. */
export class ConsumerVitals {
  private aliveAt = Date.now();
  /** Partitions by topic that the group gave to this member. */
  assignment: IMemberAssignment = {};
  /** Runs while a handler has a message in its hands. */
  readonly held = new Stopwatch();
  private giveUp: (why: GivenUp) => void = () => undefined;
  private followed: Consumer | undefined;
  private givenUpAt: number | undefined;
  private stoppedAt: number | undefined;

  constructor(
    private readonly group: string,
    private readonly logger: Logger,
    /** Aborted when the end of the consumer is wanted. */
    private readonly stopping: AbortSignal,
  ) {
    stopping.addEventListener('abort', () => this.giveUp(new GivenUp('stopping')), { once: true });
  }

  /** Looks at this consumer from now on. The answer resolves when kafkajs gave it up, or its end is wanted. */
  follow(consumer: Consumer): Promise<GivenUp> {
    this.followed = consumer;
    this.alive();
    const { promise, resolve } = Promise.withResolvers<GivenUp>();
    this.giveUp = resolve;
    if (this.stopping.aborted) resolve(new GivenUp('stopping'));
    const { FETCH, HEARTBEAT, GROUP_JOIN, CRASH, STOP } = consumer.events;
    const isGone = () => this.followed !== consumer;
    for (const sign of [FETCH, HEARTBEAT] as const) consumer.on(sign as typeof FETCH, () => this.alive());
    consumer.on(GROUP_JOIN, ({ payload }) => {
      if (isGone()) return;
      this.alive();
      this.stoppedAt = undefined;
      this.givenUpAt = undefined;
      this.assignment = payload.memberAssignment;
    });
    consumer.on(STOP, () => {
      if (!this.stopping.aborted && !isGone()) this.stoppedAt = Date.now();
    });
    consumer.on(CRASH, ({ payload }) => {
      this.logger.error({ err: payload.error, group: this.group }, payload.restart ? 'consumer crashed, starting again' : 'consumer crashed for good');
      this.alive();
      if (payload.restart) this.stoppedAt = undefined;
      else resolve(new GivenUp(`consumer of group ${this.group} crashed`, { cause: payload.error }));
    });
    return promise;
  }

  /** Forgets the consumer, which is to be replaced. That Kafka refuses the group is counted; that it is away is not. */
  drop(refused: boolean): void {
    this.followed = undefined;
    this.stoppedAt = undefined;
    this.assignment = {};
    this.givenUpAt = refused ? (this.givenUpAt ?? Date.now()) : undefined;
  }

  /** Since the last sign of life; 0 while the next consumer waits for its turn to try. */
  silentMs(): number {
    return this.followed ? Date.now() - this.aliveAt : 0;
  }

  alive(): void {
    this.aliveAt = Date.now();
  }

  /**
   * Throws when kafkajs stopped the consumer by itself and does not start it again within `restartMs` (before it says that it will, it
   * disconnects, in vain perhaps), or gave up one after the other for much longer.
   */
  check(restartMs: number): void {
    const now = Date.now();
    if (this.stoppedAt !== undefined && now - this.stoppedAt > restartMs) throw new Error(`consumer of group ${this.group} stopped by itself`);
    if (this.givenUpAt !== undefined && now - this.givenUpAt > REFUSALS * restartMs) throw new Error(`no consumer of group ${this.group} can join`);
  }
}
