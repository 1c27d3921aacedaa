import type { Logger } from '@precis/runtime/logger';
import type { Consumer, IMemberAssignment } from 'kafkajs';
import { Stopwatch } from '../measurement.js';

/** So many times the restart's limit may pass until a member that Kafka refuses fails liveness: a new process is hardly better off. */
const REFUSALS = 20;

/** Why a consumer has to be replaced: kafkajs leaves the process up without one (kafkajs#1443). */
export class GivenUp extends Error {
  override name = 'GivenUp';

  constructor(
    message: string,
    /** Kafka said no to what this member is, and will say so again. */
    readonly refused: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The signs of life of one kafkajs consumer after the other, as they give them; the watchdog judges them. Times are of the monotonic clock. */
export class ConsumerVitals {
  private aliveAt = performance.now();
  /** Partitions by topic that the group gave to this member; undefined while it is in no group. */
  assignment: IMemberAssignment | undefined;
  /** Runs while a handler has a message in its hands. */
  readonly held = new Stopwatch();
  private giveUp: (why: GivenUp) => void = () => undefined;
  private followed: Consumer | undefined;
  private refusedAt: number | undefined;
  private stoppedAt: number | undefined;

  constructor(
    private readonly group: string,
    private readonly logger: Logger,
    /** Aborted when the end of the consumer is wanted. */
    private readonly stopping: AbortSignal,
  ) {
    stopping.addEventListener('abort', () => this.giveUp(new GivenUp('stopping', false)), { once: true });
  }

  /** Looks at this consumer from now on. The answer resolves when kafkajs gave it up, or its end is wanted. */
  follow(consumer: Consumer): Promise<GivenUp> {
    this.followed = consumer;
    const { promise, resolve } = Promise.withResolvers<GivenUp>();
    this.giveUp = resolve;
    if (this.stopping.aborted) resolve(new GivenUp('stopping', false));
    const { FETCH, HEARTBEAT, GROUP_JOIN, REBALANCING, CRASH, STOP } = consumer.events;
    const isGone = () => this.followed !== consumer;
    // Only what a member of a group does is life: one that crashes at every try to join has not lived in between.
    for (const sign of [FETCH, HEARTBEAT] as const) consumer.on(sign as typeof FETCH, () => this.alive());
    consumer.on(GROUP_JOIN, ({ payload }) => {
      if (isGone()) return;
      this.alive();
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
      this.logger.error({ err: error, group: this.group }, 'consumer crashed for good');
      resolve(new GivenUp(`consumer of group ${this.group} crashed`, isRefusal(error), { cause: error }));
    });
    return promise;
  }

  /**
   * Forgets the consumer, which is to be replaced. That Kafka refuses the group is counted by itself, and that it is away, or has no such
   * topic, is not: only a member that got as far as the group and is in none stays without a sign of life.
   */
  drop(why: Error): void {
    this.followed = undefined;
    this.stoppedAt = undefined;
    this.assignment = undefined;
    const refused = why instanceof GivenUp && why.refused;
    this.refusedAt = refused ? (this.refusedAt ?? performance.now()) : undefined;
    if (refused || !(why instanceof GivenUp)) this.alive();
  }

  /** Since the last sign of life of a member of the group; 0 for one that Kafka refuses, which has a limit of its own. */
  silentMs(): number {
    return this.refusedAt === undefined ? performance.now() - this.aliveAt : 0;
  }

  alive(): void {
    this.aliveAt = performance.now();
  }

  /**
   * Throws when kafkajs stopped the consumer by itself and does not give it up within `restartMs` (before it says that it does, it
   * disconnects, in vain perhaps), or when Kafka refused one after the other for much longer.
   */
  check(restartMs: number): void {
    const now = performance.now();
    if (this.stoppedAt !== undefined && now - this.stoppedAt > restartMs)
      throw new Error(`consumer of group ${this.group} stopped by itself`);
    if (this.refusedAt !== undefined && now - this.refusedAt > REFUSALS * restartMs)
      throw new Error(`no consumer of group ${this.group} can join`);
  }
}

/** The broker's own answer, and one that another try would get, too; not a connection that was cut, nor a time limit. */
function isRefusal(error: Error & { retriable?: boolean }): boolean {
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  return root.name === 'KafkaJSProtocolError' && root.retriable === false;
}
