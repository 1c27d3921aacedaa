import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import type { Admin, Kafka, Producer, RecordMetadata } from 'kafkajs';
import type { OutgoingMessage } from '../bus.js';
import { partitionOf } from '../outbox/murmur2.js';
import { MAX_PAYLOAD_BYTES } from '../outbox/outbox.js';

/** Longer than kafkajs' own attempts with answering brokers; without it a hanging broker holds a send much longer. */
const SEND_DEADLINE_MS = 12_000;
const CONNECT_DEADLINE_MS = 12_000;
/** A process that ends does not wait for connection attempts to a silent Kafka. */
const CLOSE_MS = 5_000;
/** As in the Java client: how soon a changed number of partitions is noticed. */
const METADATA_AGE_MS = 5 * 60_000;

/** A topic is missing or has too few partitions. The producer itself works, and may publish to other topics. */
class UnusableTopic extends Error {
  override name = 'UnusableTopic';
}

/** A producer with its state; used until its first error. */
interface Line {
  producer: Producer;
  admin: Admin;
  /** Topics whose partitions were counted. */
  checked: Set<string>;
  openedAt: number;
  sends: Set<Promise<unknown>>;
}

/**
 * Publishes in the only way that was measured not to lose acknowledged messages when a leader moves (kafkajs 2.2.4): one partition per send, the
 * answer must name it with an offset, and the producer is replaced after any error. The exception is a topic that is missing or has the wrong
 * partitions: other topics in the same producer would fail with it.
 */
export class KafkaPublisher {
  private line: Promise<Line> | undefined;
  private readonly partitions: Map<string, number>;

  /** `declared` is the number of partitions by topic; a topic without an entry keeps the number that is found first. */
  constructor(
    private readonly kafka: Kafka,
    private readonly logger: Logger,
    declared: ReadonlyMap<string, number>,
  ) {
    this.partitions = new Map(declared);
  }

  async publish(batch: OutgoingMessage[]): Promise<void> {
    if (batch.length === 0) return;
    const opening = this.current();
    try {
      const line = await within(CONNECT_DEADLINE_MS, opening, () => new Error('no connection to Kafka in time'));
      await this.checkPartitions(line, batch);
      const groups = Map.groupBy(
        batch,
        (message) => `${partitionOf(message.key, this.partitions.get(message.topic)!)} ${message.topic}`,
      );
      const sends = [...groups].map(([place, messages]) => this.sendAll(line, parseInt(place), messages));
      // Waits for all of them, so that a repeat of the batch does not overlap with its first attempt.
      const failed = (await Promise.allSettled(sends)).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    } catch (error) {
      if (!(error instanceof UnusableTopic)) void this.replace(opening);
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.line) await within(CLOSE_MS, this.replace(this.line), () => new Error('late')).catch(() => undefined);
  }

  /** One send after the other: one that overtook its predecessor would break the order of keys. */
  private async sendAll(line: Line, partition: number, messages: OutgoingMessage[]): Promise<void> {
    for (const chunk of chunksOf(messages)) await this.send(line, partition, chunk);
  }

  private async send(line: Line, partition: number, messages: OutgoingMessage[]): Promise<void> {
    const { topic } = messages[0];
    const sending = line.producer.send({
      topic,
      acks: -1,
      timeout: 5_000,
      messages: messages.map(({ key, value, headers }) => ({ key, value: Buffer.from(value), headers, partition })),
    });
    line.sends.add(sending);
    void sending.finally(() => line.sends.delete(sending)).catch(() => undefined);
    const answer = await within(SEND_DEADLINE_MS, sending, () => new Error('Kafka did not answer in time'));
    if (!stores(answer, topic, partition))
      throw new Error(`Kafka's answer does not name partition ${partition} of ${topic}`);
  }

  private current(): Promise<Line> {
    this.line ??= this.open();
    return this.line;
  }

  private async open(): Promise<Line> {
    const producer = this.kafka.producer({
      allowAutoTopicCreation: false,
      idempotent: false,
      metadataMaxAge: METADATA_AGE_MS,
    });
    const admin = this.kafka.admin();
    try {
      await producer.connect();
      await admin.connect();
    } catch (error) {
      await Promise.allSettled([producer.disconnect(), admin.disconnect()]);
      throw error;
    }
    return { producer, admin, checked: new Set(), openedAt: performance.now(), sends: new Set() };
  }

  /**
   * The declared number of partitions decides a key's partition, even when Kafka has another number: with another modulus a key would change its
   * partition, and new events could overtake old ones. A missing topic is an error too: only createTopics creates topics.
   */
  private async checkPartitions(line: Line, batch: OutgoingMessage[]): Promise<void> {
    if (performance.now() - line.openedAt > METADATA_AGE_MS) {
      line.checked.clear();
      line.openedAt = performance.now();
    }
    const topics = [...new Set(batch.map((message) => message.topic))].filter((topic) => !line.checked.has(topic));
    if (topics.length === 0) return;
    const asking = line.admin.fetchTopicMetadata({ topics }).catch((error: Error & { type?: string }) => {
      throw error.type === 'UNKNOWN_TOPIC_OR_PARTITION'
        ? new UnusableTopic(`not all of ${topics.join(', ')} exist`, { cause: error })
        : error;
    });
    const found = await within(CONNECT_DEADLINE_MS, asking, () => new Error('no metadata from Kafka in time'));
    for (const { name, partitions } of found.topics) {
      const declared = this.partitions.get(name) ?? partitions.length;
      if (partitions.length < declared)
        throw new UnusableTopic(`topic ${name} has ${partitions.length} partitions instead of ${declared}`);
      if (partitions.length > declared)
        this.logger.error(
          { topic: name, partitions: partitions.length, declared },
          'topic has more partitions than declared; those added are not used',
        );
      this.partitions.set(name, declared);
      line.checked.add(name);
    }
  }

  /** Other sends of the old producer may still be in progress; it is closed when they end. */
  private async replace(old: Promise<Line>): Promise<void> {
    if (this.line === old) this.line = undefined;
    const line = await old.catch(() => undefined);
    if (!line) return;
    await Promise.allSettled(line.sends);
    await Promise.allSettled([line.producer.disconnect(), line.admin.disconnect()]);
  }
}

function stores(answer: RecordMetadata[], topic: string, partition: number): boolean {
  return answer.some(
    (record) =>
      record.topicName === topic &&
      record.partition === partition &&
      record.errorCode === 0 &&
      Number(record.baseOffset ?? -1) >= 0,
  );
}

/** Size of a record besides its value: lengths, times, the batch header. */
const FRAME_BYTES = 512;
/** A broker refuses a send above 1 MiB (message.max.bytes applies to the whole batch); one message of the largest size always fits. */
export const CHUNK_BYTES = MAX_PAYLOAD_BYTES + 100_000;

/**
 * Splits the messages of a partition, in order, into sends that a broker accepts. Without it a relay with many large events would be refused forever.
 */
export function chunksOf(messages: OutgoingMessage[]): OutgoingMessage[][] {
  const chunks: OutgoingMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = sizeOf(message);
    if (bytes > room) {
      chunks.push([]);
      room = CHUNK_BYTES;
    }
    chunks.at(-1)!.push(message);
    room -= bytes;
  }
  return chunks;
}

function sizeOf({ key, value, headers }: OutgoingMessage): number {
  const texts = [key, ...Object.entries(headers).flat()];
  return FRAME_BYTES + value.byteLength + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
