import { within } from '@precis/runtime/pause';
import type { Admin, Kafka } from 'kafkajs';

/**
 * Asks Kafka over a connection of its own. Rejects when the answer takes longer than `limitMs`. What `ask` finds after that is lost, so it must only
 * return its findings and change nothing.
 */
export async function askAdmin<T>(kafka: Kafka, limitMs: number, ask: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  const leave = () => admin.disconnect().catch(() => undefined);
  const asking = admin.connect().then(() => ask(admin));
  // Not at the time limit: kafkajs connects again after a disconnect, and such a connection would stay open.
  void asking.then(leave, leave);
  return within(limitMs, asking, () => new Error('Kafka did not answer in time'));
}
