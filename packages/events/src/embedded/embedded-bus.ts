import type { Logger } from '@precis/runtime/logger';
import type { Repeating } from '@precis/runtime/repeating';
import { Pool } from 'pg';
import { Bus, type BusConsumer, type OutgoingMessage, type ReceivedMessage } from '../bus.js';
import { CONNECT_LIMIT_MS, EmbeddedLine } from './embedded-line.js';
import { EmbeddedLog } from './embedded-log.js';
import { forgetLog } from './forget-log.js';
import { EmbeddedReader } from './embedded-reader.js';

/** Where the embedded bus keeps its log, and how patiently it closes. */
export interface EmbeddedBusOptions {
  /** postgres:// URL of a database of its own. */
  url: string;
  logger: Logger;
  /** How long stop() and close() wait for messages in hand. Default 15 s, more than a handler's deadline. */
  drainMs?: number;
}

/** Opens the bus of a single process: a durable log in Postgres, which survives kill -9 like the business data does. */
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
    // One after the other: what a batch says first is stored first, also across topics.
    for (const [topic, messages] of topics) await this.log.append(topic, messages);
  }

  async run(
    group: string,
    topics: string[],
    handle: (message: ReceivedMessage) => Promise<void>,
  ): Promise<BusConsumer> {
    await this.line.claim(group);
    const readers = topics.map(
      (topic) => new EmbeddedReader(group, topic, this.log, this.line, this.options.logger, handle),
    );
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
