import type { Kafka } from 'kafkajs';
import { Bus, type BusConsumer, type OutgoingMessage, type ReceivedMessage } from '../bus.js';
import { type KafkaAccess, kafkaClient } from './kafka-client.js';
import { KafkaConsumer, type KafkaConsumerOptions } from './kafka-consumer.js';
import { KafkaPublisher } from './kafka-publisher.js';
import { type Topic, TOPICS } from '../catalogue/topics.js';

/** Access to Kafka, and the time limits of the bus's consumers. */
export interface KafkaBusOptions extends KafkaAccess, Pick<KafkaConsumerOptions, 'drainMs' | 'stallMs'> {
  /** The topics that createTopics made. Default: TOPICS. */
  topics?: readonly Topic[];
}

/** Opens the bus on Kafka. It connects on first use, so that a service starts while Kafka is unavailable. */
export async function openKafkaBus(options: KafkaBusOptions): Promise<Bus> {
  return new KafkaBus(kafkaClient(options), options);
}

class KafkaBus extends Bus {
  private readonly publisher: KafkaPublisher;
  private readonly consumers = new Set<BusConsumer>();
  private readonly prefix: string;

  constructor(
    private readonly kafka: Kafka,
    private readonly options: KafkaBusOptions,
  ) {
    super();
    this.prefix = options.prefix ?? '';
    const declared = new Map(
      (options.topics ?? TOPICS).map(({ name, partitions }) => [this.prefix + name, partitions]),
    );
    this.publisher = new KafkaPublisher(kafka, options.logger, declared);
  }

  publish(batch: OutgoingMessage[]): Promise<void> {
    return this.publisher.publish(batch.map((message) => ({ ...message, topic: this.prefix + message.topic })));
  }

  async run(
    group: string,
    topics: string[],
    handle: (message: ReceivedMessage) => Promise<void>,
  ): Promise<BusConsumer> {
    const { logger, drainMs, stallMs } = this.options;
    const consumer = new KafkaConsumer(this.kafka, {
      group: this.prefix + group,
      topics: topics.map((topic) => this.prefix + topic),
      handle: (message) => handle({ ...message, topic: message.topic.slice(this.prefix.length) }),
      logger,
      drainMs,
      stallMs,
    });
    consumer.start();
    this.consumers.add(consumer);
    return consumer;
  }

  async close(): Promise<void> {
    const consumers = [...this.consumers];
    this.consumers.clear();
    await Promise.all([...consumers.map((consumer) => consumer.stop()), this.publisher.close()]);
  }
}
