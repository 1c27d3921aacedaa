import { backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause, within } from '@precis/runtime/pause';
import type { Consumer, Kafka } from 'kafkajs';
import type { BusConsumer, ReceivedMessage } from '../bus.js';
import { askAdmin } from './ask-admin.js';
import { ConsumerVitals } from './consumer-vitals.js';
import { type BatchContext, handleBatch } from './kafka-batch.js';
import { groupPlaces } from './kafka-places.js';
import { REBALANCE_TIMEOUT_MS } from './kafkajs-mends.js';
import { KafkaWatchdog, MissedMessages } from './kafka-watchdog.js';

/** Short waits: when brokers die one after the other, long ones add up to a group that hardly moves. */
const RECONNECT = { firstMs: 500, factor: 2, capMs: 3_000 };
/**
 * How long a killed process keeps its partitions, and may lead the group. A process whose event loop is blocked for longer loses its membership, but
 * not its current message.
 */
export const SESSION_TIMEOUT_MS = 7_000;
const HEARTBEAT_INTERVAL_MS = 2_000;
/** A consumer that lived this long starts with the shortest wait again when it is lost. */
const STEADY_MS = 60_000;
/** An idle consumer fetches every second, so one that does nothing for a minute is stuck. */
const STALL_MS = 60_000;
const DRAIN_MS = 15_000;
/** How long stop() waits for Kafka: a silent one delays an attempt to join for more than half a minute, longer than a process may drain. */
const LEAVE_MS = 5_000;

/** A group's subscription: its topics and time limits. */
export interface KafkaConsumerOptions {
  group: string;
  topics: string[];
  handle(message: ReceivedMessage): Promise<void>;
  logger: Logger;
  /** How long stop() waits for the current message. Default 15 s, more than a handler's deadline. */
  drainMs?: number;
  /** How long a consumer may be silent, or a partition with messages may stand still. Default 60 s. */
  stallMs?: number;
}

/** One subscription. It waits for an unavailable Kafka without limit; the service starts and works without it. */
export class KafkaConsumer implements BusConsumer {
  private readonly stopping = new AbortController();
  private readonly abandoned = new AbortController();
  private readonly vitals: ConsumerVitals;
  private readonly lost: MissedMessages;
  private consumer: Consumer | undefined;
  private joining = Promise.resolve();
  private ended: Promise<void> | undefined;
  private watchdog: KafkaWatchdog | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly options: KafkaConsumerOptions,
  ) {
    this.vitals = new ConsumerVitals(options.group, options.logger, this.stopping.signal);
    this.lost = new MissedMessages(options.group, options.logger);
  }

  start(): void {
    this.joining = this.join();
    this.watchdog = new KafkaWatchdog(
      this.kafka,
      this.options.group,
      this.options.topics,
      this.vitals,
      this.lost,
      this.options.stallMs ?? STALL_MS,
    );
  }

  healthy(): void {
    this.watchdog?.check();
  }

  async lag(): Promise<Map<string, number>> {
    return this.watchdog?.lag() ?? new Map();
  }

  missed(): ReadonlyMap<string, number> {
    return this.lost.counts;
  }

  stop(): Promise<void> {
    this.ended ??= this.end();
    return this.ended;
  }

  private async end(): Promise<void> {
    this.stopping.abort();
    this.watchdog?.stop();
    const late = () => new Error('late');
    await within(LEAVE_MS, this.joining, late).catch(() => undefined);
    const leaving = this.consumer?.disconnect().catch(() => undefined) ?? Promise.resolve();
    if (this.vitals.held.isRunning)
      await within(this.options.drainMs ?? DRAIN_MS, leaving, late).catch(() => this.abandoned.abort());
    await within(LEAVE_MS, leaving, late).catch(() => undefined);
  }

  /** Runs one kafkajs consumer after the other: those that cannot join, or that kafkajs gave up, are replaced. */
  private async join(): Promise<void> {
    for (let failures = 1; !this.stopping.signal.aborted; failures++) {
      const [consumer, began] = [this.newConsumer(), performance.now()];
      const why = await this.attend(consumer);
      if (!why) return;
      if (performance.now() - began > STEADY_MS) failures = 1;
      this.consumer = undefined;
      this.vitals.drop(why);
      this.options.logger.warn(
        { err: why, group: this.options.group, attempts: failures },
        'consumer is not in its group; a new one will try to join',
      );
      await consumer.disconnect().catch(() => undefined);
      await pause(backoffMs(RECONNECT, failures, Math.random()), this.stopping.signal);
    }
  }

  /**
   * Joins the group and consumes until the consumer ends. Returns why it must be replaced, or why it could not join; undefined when stop() ended a
   * joined consumer. end() disconnects such a consumer after its current message.
   */
  private async attend(consumer: Consumer): Promise<Error | undefined> {
    const gone = this.vitals.follow(consumer);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: this.options.topics, fromBeginning: true });
      await this.noteMissed();
      // Resolves also when kafkajs could not join; `gone` resolves with the reason.
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => handleBatch(payload, this.context()),
      });
      this.consumer = consumer;
      // stop() did not wait any longer.
      if (this.stopping.signal.aborted) await consumer.disconnect();
    } catch (error) {
      return error as Error;
    }
    const why = await gone;
    return this.stopping.signal.aborted ? undefined : why;
  }

  /** Runs before the first fetch: kafkajs silently continues at the oldest remaining message, and the next commit hides the loss. */
  private async noteMissed(): Promise<void> {
    const beganAt = performance.now();
    const places = askAdmin(this.kafka, LEAVE_MS, (admin) =>
      groupPlaces(admin, this.options.group, this.options.topics),
    );
    // A failed count must not keep the consumer from its work.
    this.lost.note(await places.catch(() => []), beganAt);
  }

  private newConsumer(): Consumer {
    return this.kafka.consumer({
      groupId: this.options.group,
      sessionTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_INTERVAL_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      // kafkajs would reuse its old sockets, where a late answer to the previous attempt breaks the new one; our replacement has new sockets.
      retry: { restartOnFailure: async () => false },
      // Also limits how long stop() waits for the current fetch.
      maxWaitTimeInMs: 1_000,
      // About as much as one turn of a partition handles; the rest of a fetch would be discarded.
      maxBytesPerPartition: 256 * 1024,
      allowAutoTopicCreation: false,
      metadataMaxAge: 60_000,
    });
  }

  private context(): BatchContext {
    const { vitals, stopping, abandoned } = this;
    const { logger, handle } = this.options;
    const held = async (message: ReceivedMessage) => {
      const release = vitals.held.start();
      await handle(message).finally(release);
    };
    return {
      handle: held,
      logger,
      stopping: stopping.signal,
      abandoned: abandoned.signal,
      noteAlive: () => vitals.noteAlive(),
    };
  }
}
