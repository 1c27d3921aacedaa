import { eventually } from '@precis/testing/eventually';
import type { Kafka } from 'kafkajs';
import { askAdmin } from './ask-admin.js';

/** A Kafka whose connection a test opens and refuses. */
function slowKafka() {
  const connecting = Promise.withResolvers<void>();
  const steps: string[] = [];
  const connect = () => connecting.promise.then(() => void steps.push('connected'));
  const disconnect = async () => void steps.push('disconnected');
  return { kafka: { admin: () => ({ connect, disconnect }) } as unknown as Kafka, connecting, steps };
}

describe('a question to Kafka', () => {
  it('closes its connection after the answer', async () => {
    const { kafka, connecting, steps } = slowKafka();
    connecting.resolve();
    expect(await askAdmin(kafka, 60_000, async () => 'answer')).toBe('answer');
    await eventually('it is disconnected', () => steps.includes('disconnected'));
    expect(steps).toEqual(['connected', 'disconnected']);
  });

  it('that was given up closes the connection that is made later', async () => {
    const { kafka, connecting, steps } = slowKafka();
    await expect(askAdmin(kafka, 1, async () => 'answer')).rejects.toThrow('in time');
    connecting.resolve();
    await eventually('it is connected', () => steps.includes('connected'));
    await eventually('it is disconnected', () => steps.at(-1) === 'disconnected');
  });

  it('closes what is left of a connection that failed', async () => {
    const { kafka, connecting, steps } = slowKafka();
    connecting.reject(new Error('refused'));
    await expect(askAdmin(kafka, 60_000, async () => 'answer')).rejects.toThrow('refused');
    await eventually('it is disconnected', () => steps.includes('disconnected'));
  });
});
