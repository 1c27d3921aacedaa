import type { Logger } from '@precis/runtime/logger';
import type { Consumer, Kafka } from 'kafkajs';
import { backoffMs } from './backoff.js';
import type { BusConsumer, ReceivedMessage } from './bus.js';
import { handleBatch } from './kafka-batch.js';
import { pause, within } from './pause.js';

const RECONNECT = { firstMs: 500, factor: 2, capMs: 10_000 };
const SESSION_TIMEOUT_MS = 15_000;
const WATCH_MS = 15_000;
/** An idle consumer fetches every second; a minute without a sign of life, from a broker that answers others, is a stall. */
const STALL_MS = 60_000;

/** One subscription. A Kafka that is away is waited for, for ever; the service starts and works without it. */
export class KafkaConsumer implements BusConsumer {
  private readonly stopping = new AbortController();
  private readonly abandoned = new AbortController();
  private consumer: Consumer | undefined;
  private crash: Error | undefined;
  private stalled = false;
  private aliveAt = Date.now();
  private joining: Promise<void> | undefined;
  private watch: NodeJS.Timeout | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly group: string,
    private readonly topics: string[],
    private readonly handle: (message: ReceivedMessage) => Promise<void>,
    private readonly logger: Logger,
    private readonly drainMs: number,
  ) {}

  start(): void {
    this.joining = this.join();
    this.watch = setInterval(() => void this.look(), WATCH_MS).unref();
  }

  healthy(): void {
    if (this.crash) throw new Error(`consumer of group ${this.group} crashed`, { cause: this.crash });
    if (this.stalled) throw new Error(`consumer of group ${this.group} is stalled`);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.watch);
    await this.joining;
    const leaving = this.consumer?.disconnect().catch(() => undefined) ?? Promise.resolve();
    await within(this.drainMs, leaving, () => new Error('late')).catch(() => this.abandoned.abort());
    await within(5_000, leaving, () => new Error('late')).catch(() => undefined);
  }

  private async join(): Promise<void> {
    for (let failures = 1; !this.stopping.signal.aborted; failures++) {
      const consumer = this.newConsumer();
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: this.topics, fromBeginning: true });
        await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: (payload) => handleBatch(payload, this.context()) });
        this.aliveAt = Date.now();
        this.consumer = consumer;
        return;
      } catch (error) {
        this.logger.warn({ err: error, group: this.group, attempts: failures }, 'cannot join the group yet, trying again');
        await consumer.disconnect().catch(() => undefined);
        await pause(backoffMs(RECONNECT, failures, Math.random()), this.stopping.signal);
      }
    }
  }

  private newConsumer(): Consumer {
    const consumer = this.kafka.consumer({
      groupId: this.group,
      sessionTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: 3_000,
      rebalanceTimeout: 30_000,
      // Also how long stop() waits for the fetch under way.
      maxWaitTimeInMs: 1_000,
      allowAutoTopicCreation: false,
      metadataMaxAge: 60_000,
    });
    const { FETCH, HEARTBEAT, GROUP_JOIN, CRASH } = consumer.events;
    for (const sign of [FETCH, HEARTBEAT, GROUP_JOIN] as const) consumer.on(sign as typeof FETCH, () => this.alive());
    consumer.on(CRASH, ({ payload }) => {
      this.logger.error({ err: payload.error, group: this.group }, payload.restart ? 'consumer crashed, starting again' : 'consumer crashed for good');
      this.alive();
      // kafkajs leaves the process up without a consumer (kafkajs#1443); liveness must tell.
      if (!payload.restart && !this.stopping.signal.aborted) this.crash = payload.error;
    });
    return consumer;
  }

  private context() {
    return { handle: this.handle, logger: this.logger, stopping: this.stopping.signal, abandoned: this.abandoned.signal, alive: () => this.alive() };
  }

  private alive(): void {
    this.aliveAt = Date.now();
    this.stalled = false;
  }

  /** Silence counts only while Kafka answers: its absence must not restart the service. */
  private async look(): Promise<void> {
    if (!this.consumer || Date.now() - this.aliveAt < STALL_MS) return;
    const admin = this.kafka.admin();
    try {
      await within(5_000, admin.connect().then(() => admin.describeCluster()), () => new Error('late'));
      if (Date.now() - this.aliveAt >= STALL_MS) this.stalled = true;
    } catch {
      this.stalled = false;
    } finally {
      void admin.disconnect().catch(() => undefined);
    }
  }
}
