/** One message on its way to the bus. The key decides the partition and with it the order. */
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
  /** Lets the message in hand finish (for a bounded time), remembers its offset, then leaves the group. */
  stop(): Promise<void>;
  /** Throws when the subscription is dead or stuck. A broker that is merely away does not count. */
  healthy(): void;
  /** Messages before the whole group by topic, whichever process they will come to; as it was last seen, up to a quarter of a minute ago. */
  lag?(): Promise<Map<string, number>>;
  /** Messages by topic that the log gave up before this group had handled them, as far as this process saw it. */
  missed?(): ReadonlyMap<string, number>;
}

/**
 * The two verbs of the event bus. What every adapter promises is written down in bus-contract.ts:
 * at least once, in order per key, each group its own position, nothing acknowledged is ever lost.
 */
export abstract class Bus {
  /** Resolves when every message is stored durably. When it rejects, any of them may or may not be stored. */
  abstract publish(batch: OutgoingMessage[]): Promise<void>;
  /**
   * Delivers from the beginning of each topic on. `handle` sees the messages of a partition one after the other; an offset is
   * remembered only after it resolved, and a message whose `handle` rejected is delivered again before any later one.
   */
  abstract run(
    group: string,
    topics: string[],
    handle: (message: ReceivedMessage) => Promise<void>,
  ): Promise<BusConsumer>;
  abstract close(): Promise<void>;
}
