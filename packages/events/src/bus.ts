/** One message to be published. The key decides the partition, and with it the order. */
export interface OutgoingMessage {
  topic: string;
  key: string;
  value: Uint8Array;
  headers: Record<string, string>;
}

/** One message as the bus delivers it. Its contents are not trusted: any client with write access to the broker may have written it. */
export interface ReceivedMessage {
  topic: string;
  partition: number;
  /** Decimal, 64 bit. Only ever compared within one partition. */
  offset: string;
  key: string | null;
  value: Uint8Array | null;
  headers: Record<string, string>;
}

/** A running subscription. */
export interface BusConsumer {
  /** Lets the current message finish (for a bounded time), commits its offset, and then leaves the group. */
  stop(): Promise<void>;
  /** Throws when the subscription is dead or stuck. An unavailable broker is not an error. */
  healthy(): void;
  /** The number of messages that the whole group has not handled, by topic, in any process; up to a quarter of a minute old. */
  lag?(): Promise<Map<string, number>>;
  /** The number of messages by topic that the log deleted before this group had handled them, as far as this process saw it. */
  missed?(): ReadonlyMap<string, number>;
}

/**
 * The event bus. bus-contract.ts defines what every adapter guarantees: at-least-once delivery, order per key, an independent position for each
 * group, and no loss of acknowledged messages.
 */
export abstract class Bus {
  /** Resolves when every message is stored durably. When it rejects, any of them may or may not be stored. */
  abstract publish(batch: OutgoingMessage[]): Promise<void>;
  /**
   * Delivers each topic from its beginning. `handle` gets the messages of a partition in sequence. An offset is committed only after `handle` has
   * resolved; a message whose `handle` rejected is delivered again before any later one.
   */
  abstract run(
    group: string,
    topics: string[],
    handle: (message: ReceivedMessage) => Promise<void>,
  ): Promise<BusConsumer>;
  abstract close(): Promise<void>;
}
