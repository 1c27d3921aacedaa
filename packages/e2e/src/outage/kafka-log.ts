import { decodeEvent } from '@precis/events/event-message';
import { openKafkaBus } from '@precis/events/kafka/kafka-bus';
import type { KafkaAccess } from '@precis/events/kafka/kafka-client';
import { TOPICS } from '@precis/events/catalogue/topics';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';

export interface Logged {
  topic: string;
  key: string;
  eventId: string;
  /** Everything that was written: headers, and the payload byte by byte. */
  text: string;
}

const READ_LIMIT_MS = 60_000;

/** The contents of Kafka, each partition in order, read by a separate group until every wanted event was seen. */
export async function readLog(access: KafkaAccess, wanted: Set<string>): Promise<Logged[]> {
  const bus = await openKafkaBus(access);
  const log: Logged[] = [];
  const missing = new Set(wanted);
  try {
    await bus.run(
      `audit-${randomUUID()}`,
      TOPICS.map(({ name }) => name),
      async (message) => {
        const { eventId, key } = decodeEvent(message);
        const payload = Buffer.from(message.value ?? []).toString('latin1');
        log.push({ topic: message.topic, key, eventId, text: `${key} ${JSON.stringify(message.headers)} ${payload}` });
        missing.delete(eventId);
      },
    );
    await eventually('every event is in the log', () => missing.size === 0, READ_LIMIT_MS);
  } finally {
    await bus.close();
  }
  return log;
}
