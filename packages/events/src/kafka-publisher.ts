import { within } from '@precis/runtime/pause';
import type { Admin, Kafka, Producer, RecordMetadata } from 'kafkajs';
import type { OutgoingMessage } from './bus.js';
import { chunksOf } from './kafka-chunks.js';
import { partitionOf } from './murmur2.js';

/** Above kafkajs' own tries against brokers that answer; a broker that hangs holds a send much longer without it. */
const SEND_DEADLINE_MS = 12_000;
const CONNECT_DEADLINE_MS = 12_000;
/** A process that ends does not wait for the tries of a connection to a silent Kafka. */
const CLOSE_MS = 5_000;
/** As the Java client: how soon partitions that were added are used. */
const METADATA_AGE_MS = 5 * 60_000;

/** A producer with what it knows; used until its first error. */
interface Line {
  producer: Producer;
  admin: Admin;
  partitions: Map<string, number>;
  openedAt: number;
  sends: Set<Promise<unknown>>;
}

/**
 * Publishes by the only way that was measured not to lose acknowledged messages when a leader moves (kafkajs 2.2.4): one partition per
 * send, the answer must name it with an offset, and after any error the producer is replaced.
 */
export class KafkaPublisher {
  private line: Promise<Line> | undefined;

  constructor(private readonly kafka: Kafka) {}

  async publish(batch: OutgoingMessage[]): Promise<void> {
    if (batch.length === 0) return;
    const opening = this.current();
    try {
      const line = await within(CONNECT_DEADLINE_MS, opening, () => new Error('no connection to Kafka in time'));
      await learnPartitions(line, batch);
      const groups = Map.groupBy(batch, (message) => `${partitionOf(message.key, line.partitions.get(message.topic)!)} ${message.topic}`);
      const sends = [...groups].map(([place, messages]) => this.sendAll(line, parseInt(place), messages));
      // Waits for all of them, so that a repeat of the batch does not run beside its first try.
      const failed = (await Promise.allSettled(sends)).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    } catch (error) {
      void this.replace(opening);
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.line) await within(CLOSE_MS, this.replace(this.line), () => new Error('late')).catch(() => undefined);
  }

  /** One after the other: a send that overtook the one before it would break the order of keys. */
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
    if (!stores(answer, topic, partition)) throw new Error(`Kafka's answer does not name partition ${partition} of ${topic}`);
  }

  private current(): Promise<Line> {
    this.line ??= this.open();
    return this.line;
  }

  private async open(): Promise<Line> {
    const producer = this.kafka.producer({ allowAutoTopicCreation: false, idempotent: false, metadataMaxAge: METADATA_AGE_MS });
    const admin = this.kafka.admin();
    try {
      await producer.connect();
      await admin.connect();
    } catch (error) {
      await Promise.allSettled([producer.disconnect(), admin.disconnect()]);
      throw error;
    }
    return { producer, admin, partitions: new Map(), openedAt: Date.now(), sends: new Set() };
  }

  /** Other sends of the old producer may still be under way; it goes when they are through. */
  private async replace(old: Promise<Line>): Promise<void> {
    if (this.line === old) this.line = undefined;
    const line = await old.catch(() => undefined);
    if (!line) return;
    await Promise.allSettled(line.sends);
    await Promise.allSettled([line.producer.disconnect(), line.admin.disconnect()]);
  }
}

/** A topic that does not exist is an error: topics are made by createTopics alone. */
async function learnPartitions(line: Line, batch: OutgoingMessage[]): Promise<void> {
  if (Date.now() - line.openedAt > METADATA_AGE_MS) {
    line.partitions.clear();
    line.openedAt = Date.now();
  }
  const unknown = [...new Set(batch.map((message) => message.topic))].filter((topic) => !line.partitions.has(topic));
  if (unknown.length === 0) return;
  const { topics } = await within(CONNECT_DEADLINE_MS, line.admin.fetchTopicMetadata({ topics: unknown }), () => new Error('no metadata from Kafka in time'));
  for (const topic of topics) line.partitions.set(topic.name, topic.partitions.length);
}

function stores(answer: RecordMetadata[], topic: string, partition: number): boolean {
  return answer.some(
    (record) => record.topicName === topic && record.partition === partition && record.errorCode === 0 && Number(record.baseOffset ?? -1) >= 0,
  );
}
