import { backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import type { Repeating } from '@precis/runtime/repeating';
import { Pool } from 'pg';
import { Bus, type BusConsumer, type OutgoingMessage, type ReceivedMessage } from '../bus.js';
import { CONNECT_LIMIT_MS, EmbeddedLine } from './embedded-line.js';
import { EmbeddedLog } from './embedded-log.js';
import { forgetLog } from './forget-log.js';

/** The database of the embedded bus, and its time limits. */
export interface EmbeddedBusOptions {
  /** postgres:// URL of a database that only the bus uses. */
  url: string;
  logger: Logger;
  /** How long stop() and close() wait for messages in progress. Default 15 s, more than a handler's deadline. */
  drainMs?: number;
  /** How long an idle reader waits, in ms, before it polls without a notification. Default 10 s while the bus listens, otherwise 1 s. */
  pollMs?: number;
}

/** Opens the bus of a single process: a durable log in Postgres, which survives kill -9 like the business data. */
export async function openEmbeddedBus(options: EmbeddedBusOptions): Promise<Bus> {
  const pool = new Pool({
    connectionString: options.url,
    max: 6,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    statement_timeout: 10_000,
    query_timeout: 15_000,
  });
  pool.on('error', (error) => options.logger.warn({ err: error }, 'bus connection lost'));
  const line = new EmbeddedLine(options.url, options.logger);
  try {
    await line.open();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new EmbeddedBus(pool, line, options);
}

class EmbeddedBus extends Bus {
  private readonly log: EmbeddedLog;
  private readonly consumers = new Set<BusConsumer>();
  private closing: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private readonly forgetting: Repeating;

  constructor(
    private readonly pool: Pool,
    private readonly line: EmbeddedLine,
    private readonly options: EmbeddedBusOptions,
  ) {
    super();
    this.log = new EmbeddedLog(pool);
    this.forgetting = forgetLog(pool, options.logger, this.stopping.signal);
    this.forgetting.start();
  }

  async publish(batch: OutgoingMessage[]): Promise<void> {
    const topics = Map.groupBy(batch, (message) => message.topic);
    // In sequence: the first message of a batch is stored first, also across topics.
    for (const [topic, messages] of topics) await this.log.append(topic, messages);
  }

  async run(
    group: string,
    topics: string[],
    handle: (message: ReceivedMessage) => Promise<void>,
  ): Promise<BusConsumer> {
    await this.line.claim(group);
    const readers = topics.map((topic) => new EmbeddedReader(group, topic, this.log, this.line, this.options, handle));
    for (const reader of readers) reader.start();
    const consumer: BusConsumer = {
      stop: async () => {
        if (!this.consumers.delete(consumer)) return;
        await Promise.all(readers.map((reader) => reader.stop(this.options.drainMs ?? 15_000)));
        await this.line.release(group);
      },
      healthy: () => this.line.healthy(),
      lag: () => this.log.lag(group, topics),
    };
    this.consumers.add(consumer);
    return consumer;
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  private async closeOnce(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.forgetting.stop(), ...[...this.consumers].map((consumer) => consumer.stop())]);
    await this.line.close();
    await this.pool.end();
  }
}

const RETRY = { firstMs: 100, factor: 2, capMs: 5_000 };
/** Messages read at once; also the most that may be delivered again after a crash. */
const READ_LIMIT = 100;
/** Postgres notifies of each append while the bus's connection listens; the poll is only a fallback. */
const POLL_MS = { listening: 10_000, deaf: 1_000 };

/** Delivers one topic to one group, message by message. */
class EmbeddedReader {
  private readonly stopping = new AbortController();
  /** Set when stop() reached its time limit: a message still in progress must not move the offset any more. */
  private abandoned = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly group: string,
    private readonly topic: string,
    private readonly log: EmbeddedLog,
    private readonly line: EmbeddedLine,
    private readonly options: EmbeddedBusOptions,
    private readonly handle: (message: ReceivedMessage) => Promise<void>,
  ) {}

  start(): void {
    this.running = this.loop();
  }

  async stop(drainMs: number): Promise<void> {
    this.stopping.abort();
    const patience = new AbortController();
    await Promise.race([this.running, pause(drainMs, patience.signal)]);
    patience.abort();
    this.abandoned = true;
  }

  private async loop(): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted;) {
      try {
        await this.readOn();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.options.logger.warn({ err: error, group: this.group, topic: this.topic }, 'the bus is unavailable');
        await pause(backoffMs(RETRY, failures, Math.random()), this.stopping.signal);
      }
    }
  }

  private async readOn(): Promise<void> {
    let next = await this.log.position(this.group, this.topic);
    while (!this.stopping.signal.aborted) {
      // Registered before reading, so that a message appended in between wakes this reader at once.
      const woken = this.wakeUp();
      const messages = await this.log.read(this.topic, next, READ_LIMIT).catch((error: unknown) => {
        woken.cancel();
        throw error;
      });
      if (messages.length === 0) await woken.promise;
      woken.cancel();
      let handled = next;
      for (const message of messages) {
        if (!(await this.handleUntilDone(message))) break;
        handled = String(BigInt(message.offset) + 1n);
      }
      if (handled !== next && !this.abandoned) await this.log.advance(this.group, this.topic, handled);
      next = handled;
    }
  }

  /** Returns false when the reader was stopped before the message was done. */
  private async handleUntilDone(message: ReceivedMessage): Promise<boolean> {
    for (let failures = 1; !this.stopping.signal.aborted; failures++) {
      try {
        await this.handle(message);
        return true;
      } catch (error) {
        this.options.logger.warn(
          { err: error, group: this.group, topic: this.topic, offset: message.offset },
          'message failed, delivering it again',
        );
        await pause(backoffMs(RETRY, failures, Math.random()), this.stopping.signal);
      }
    }
    return false;
  }

  /** The wait of an idle reader: until something is appended, the reader is stopped, or the poll interval has passed. */
  private wakeUp(): { promise: Promise<void>; cancel(): void } {
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.line.appended.once(this.topic, wake);
    this.stopping.signal.addEventListener('abort', wake);
    return {
      promise: pause(this.options.pollMs ?? POLL_MS[this.line.listens ? 'listening' : 'deaf'], woken.signal),
      cancel: () => {
        woken.abort();
        this.line.appended.off(this.topic, wake);
        this.stopping.signal.removeEventListener('abort', wake);
      },
    };
  }
}
