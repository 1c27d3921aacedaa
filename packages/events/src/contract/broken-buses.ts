import { Bus, type BusConsumer, type OutgoingMessage, type ReceivedMessage } from '../bus.js';

/** Broken on purpose: keeps messages in memory and acknowledges them before they are handled, so a crash loses them. */
export class DroppingBus extends Bus {
  constructor(private readonly sound: Bus) {
    super();
  }

  publish(batch: OutgoingMessage[]): Promise<void> {
    return this.sound.publish(batch);
  }

  run(group: string, topics: string[], handle: (message: ReceivedMessage) => Promise<void>): Promise<BusConsumer> {
    let queue = Promise.resolve();
    return this.sound.run(group, topics, async (message) => {
      queue = queue.then(() => handle(message)).catch(() => undefined);
    });
  }

  close(): Promise<void> {
    return this.sound.close();
  }
}

/** Broken on purpose: stores a batch in reverse order. */
export class ReorderingBus extends Bus {
  constructor(private readonly sound: Bus) {
    super();
  }

  publish(batch: OutgoingMessage[]): Promise<void> {
    return this.sound.publish(batch.toReversed());
  }

  run(group: string, topics: string[], handle: (message: ReceivedMessage) => Promise<void>): Promise<BusConsumer> {
    return this.sound.run(group, topics, handle);
  }

  close(): Promise<void> {
    return this.sound.close();
  }
}
