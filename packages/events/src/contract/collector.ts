import assert from 'node:assert/strict';
import type { Bus, BusConsumer, OutgoingMessage, ReceivedMessage } from '../bus.js';
import { eventually } from '@precis/testing/eventually';

/** A consumer that records what it receives. */
export class Collector {
  readonly received: ReceivedMessage[] = [];
  private consumer: BusConsumer | undefined;

  constructor(private readonly patienceMs: number) {}

  /** `before` runs ahead of the record; when it rejects or hangs, the message is not recorded. */
  async run(
    bus: Bus,
    group: string,
    topics: string | string[],
    before: (message: ReceivedMessage) => Promise<void> = async () => undefined,
  ): Promise<this> {
    this.consumer = await bus.run(group, [topics].flat(), async (message) => {
      await before(message);
      this.received.push(message);
    });
    return this;
  }

  async stop(): Promise<void> {
    await this.consumer?.stop();
  }

  texts(): string[] {
    return this.received.map((message) => textOf(message));
  }

  /** Waits until every text was received at least once. */
  async has(texts: string[]): Promise<void> {
    const missing = () => {
      const there = new Set(this.texts());
      return texts.filter((text) => !there.has(text));
    };
    await eventually('all delivered', () => missing().length === 0, this.patienceMs).catch(() =>
      assert.deepEqual(missing(), [], 'never delivered'),
    );
  }

  /** Texts of one key without repeats, in the order of their first arrival. */
  firstTexts(key: string): string[] {
    return [...new Set(this.received.filter((message) => message.key === key).map((message) => textOf(message)))];
  }
}

export function textOf(message: ReceivedMessage): string {
  return Buffer.from(message.value ?? []).toString();
}

export function message(topic: string, key: string, text: string): OutgoingMessage {
  return { topic, key, value: Buffer.from(text), headers: { 'event-id': text } };
}
