/** A topic as it is created on Kafka. */
export interface Topic {
  name: string;
  partitions: number;
  /**
   * Undefined = kept for ever, so that a consumer added later starts from the beginning. Never compacted: a send that was given up may
   * append an old event behind a newer one, and compaction would keep that one as the truth.
   */
  retentionMs?: number;
}

/** A topic with the one service that writes it. */
export interface WrittenTopic extends Topic {
  writer: string;
}

/** How a message becomes bytes and back: a generated message of proto/events. `decode` throws on bytes that are none. */
interface Codec<M> {
  encode(message: M): { finish(): Uint8Array };
  decode(bytes: Uint8Array): M;
}

/** A row for the outbox. */
export interface NewEvent {
  topic: string;
  /** Events of one key are delivered in order. 1 to 200 characters. */
  key: string;
  type: string;
  /** At most MAX_PAYLOAD_BYTES. */
  payload: Uint8Array;
  /** When it happened by the service's clock; now when absent. */
  occurredAt?: Date;
}

declare const catalogued: unique symbol;

/** An event that a service announces. Only EventType.of makes one, so topic, type, message and key always fit each other. */
export type Announcement = NewEvent & { readonly [catalogued]: true };

/** Binds what belongs to one kind of event: topic, type, protobuf message and key. Without arguments: any of them. */
// oxlint-disable-next-line typescript/no-explicit-any
export class EventType<M = any, T extends string = string> {
  constructor(
    readonly topic: WrittenTopic,
    readonly type: T,
    private readonly codec: Codec<M>,
    private readonly keyOf: (message: M) => string,
    /** It is announced for consumers to come: no service lists it in services.json. */
    readonly nobodyYet = false,
  ) {}

  /** What announce() takes. `occurredAt` is the time of the service's clock at which it happened. */
  of(message: M, occurredAt: Date): Announcement {
    const payload = this.codec.encode(message).finish();
    const event: NewEvent = { topic: this.topic.name, key: this.keyOf(message), type: this.type, payload, occurredAt };
    return event as Announcement;
  }

  /** Throws when the bytes are not this message. */
  decode(payload: Uint8Array): M {
    return this.codec.decode(payload);
  }
}
