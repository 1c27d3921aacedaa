import type { Logger } from '@precis/runtime/logger';
import type { Consumer, IMemberAssignment } from 'kafkajs';
import { Stopwatch } from '../measurement.js';

/** Multiples of the restart limit after which a member that Kafka refuses fails liveness: a new process would hardly be better off. */
const REFUSALS = 20;

/** Why a kafkajs consumer ended. Only a replacement goes on consuming: kafkajs leaves the process running without a consumer (kafkajs#1443). */
export class GivenUp extends Error {
  override name = 'GivenUp';

  constructor(
    message: string,
    /** Whether Kafka refused the member, and will do so again. */
    readonly refused: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The signs of life of successive kafkajs consumers; the watchdog judges them. Times use the monotonic clock. */
export class ConsumerVitals {
  private aliveAt = performance.now();
  /** Partitions by topic that the group assigned to this member; undefined while it is in no group. */
  assignment: IMemberAssignment | undefined;
  /** Runs while a handler has a message. */
  readonly held = new Stopwatch();
  private giveUp: (why: GivenUp) => void = () => undefined;
  private followed: Consumer | undefined;
  private refusedAt: number | undefined;
  private stoppedAt: number | undefined;

  constructor(
    private readonly group: string,
    private readonly logger: Logger,
    /** Aborted when the consumer is to end. */
    private readonly stopping: AbortSignal,
  ) {
    stopping.addEventListener('abort', () => this.giveUp(new GivenUp('stopping', false)), { once: true });
  }

  /** Observes this consumer from now on. Resolves when kafkajs gave it up, or it is to end. */
  follow(consumer: Consumer): Promise<GivenUp> {
    this.followed = consumer;
    const { promise, resolve } = Promise.withResolvers<GivenUp>();
    this.giveUp = resolve;
    if (this.stopping.aborted) resolve(new GivenUp('stopping', false));
    const { FETCH, HEARTBEAT, GROUP_JOIN, REBALANCING, CRASH, STOP } = consumer.events;
    const isGone = () => this.followed !== consumer;
    // Only a group member's actions are signs of life: a consumer that crashes at every join has not lived in between.
    for (const sign of [FETCH, HEARTBEAT] as const) consumer.on(sign as typeof FETCH, () => this.noteAlive());
    consumer.on(GROUP_JOIN, ({ payload }) => {
      if (isGone()) return;
      this.noteAlive();
      this.stoppedAt = undefined;
      this.refusedAt = undefined;
      this.assignment = payload.memberAssignment;
    });
    consumer.on(REBALANCING, () => {
      if (!isGone()) this.assignment = undefined;
    });
    consumer.on(STOP, () => {
      if (!this.stopping.aborted && !isGone()) this.stoppedAt = performance.now();
    });
    consumer.on(CRASH, ({ payload: { error } }) => {
      this.logger.error({ err: error, group: this.group }, 'Kafka consumer crashed; a new one will replace it');
      resolve(new GivenUp(`consumer of group ${this.group} crashed`, isRefusal(error), { cause: error }));
    });
    return promise;
  }

  /**
   * Stops observing a consumer that will be replaced. A refusal by Kafka has its own limit (see check). A failed connection or a missing topic is not
   * the consumer's fault. Both count as a sign of life. When kafkajs gave the consumer up for another reason, silentMs() goes on counting.
   */
  drop(why: Error): void {
    this.followed = undefined;
    this.stoppedAt = undefined;
    this.assignment = undefined;
    const refused = why instanceof GivenUp && why.refused;
    this.refusedAt = refused ? (this.refusedAt ?? performance.now()) : undefined;
    if (refused || !(why instanceof GivenUp)) this.noteAlive();
  }

  /** Milliseconds since the last sign of life of a group member; 0 for a member that Kafka refuses, which has its own limit. */
  silentMs(): number {
    return this.refusedAt === undefined ? performance.now() - this.aliveAt : 0;
  }

  /** Records a sign of life: silentMs() counts from now. */
  noteAlive(): void {
    this.aliveAt = performance.now();
  }

  /**
   * Throws when kafkajs stopped the consumer by itself and does not report it within `restartMs` (it disconnects first, perhaps in vain), or when
   * Kafka kept refusing members for much longer.
   */
  check(restartMs: number): void {
    const now = performance.now();
    if (this.stoppedAt !== undefined && now - this.stoppedAt > restartMs)
      throw new Error(`consumer of group ${this.group} stopped by itself`);
    if (this.refusedAt !== undefined && now - this.refusedAt > REFUSALS * restartMs)
      throw new Error(`no consumer of group ${this.group} can join`);
  }
}

/** Whether the error is the broker's own, final answer, and not a cut connection or a time limit. */
function isRefusal(error: Error & { retriable?: boolean }): boolean {
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  return root.name === 'KafkaJSProtocolError' && root.retriable === false;
}
