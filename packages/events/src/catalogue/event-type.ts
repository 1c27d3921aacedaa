/** A topic with its Kafka settings. */
export interface Topic {
  name: string;
  partitions: number;
  /**
   * Undefined = kept for ever, so that a consumer added later starts from the beginning. Never compacted: a send that was given up may append an
   * old event after a newer one, and compaction would keep the old one as the current state.
   */
  retentionMs?: number;
}

/** A topic with the one service that writes it. */
export interface WrittenTopic extends Topic {
  writer: string;
}

/** The generated code of a message of proto/events. `decode` throws on invalid bytes. */
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
  /** When it happened by the service's clock; default: now. */
  occurredAt?: Date;
  /** A UUID that follows from the fact, so that announcing it again has no effect while its row is in the outbox; default: a new one. */
  eventId?: string;
}

declare const catalogued: unique symbol;

/** An event that a service announces. Only EventType.of creates one, so topic, type, message and key always match. */
export type Announcement = NewEvent & { readonly [catalogued]: true };

/** Combines the properties of one kind of event: topic, type, protobuf message and key. The default type arguments match any kind. */
// oxlint-disable-next-line typescript/no-explicit-any
export class EventType<M = any, T extends string = string> {
  constructor(
    readonly topic: WrittenTopic,
    readonly type: T,
    private readonly codec: Codec<M>,
    private readonly keyOf: (message: M) => string,
    /** True for an event that no service consumes yet, so services.json lists none. */
    readonly hasNoConsumer = false,
  ) {}

  /** Creates the argument of announce(). `occurredAt` is when it happened by the service's clock; `eventId`, see NewEvent. */
  of(message: M, occurredAt: Date, eventId?: string): Announcement {
    const payload = this.codec.encode(message).finish();
    const [topic, key] = [this.topic.name, this.keyOf(message)];
    const event: NewEvent = { topic, key, type: this.type, payload, occurredAt, eventId };
    return event as Announcement;
  }

  /** Throws when the bytes are not this message. */
  decode(payload: Uint8Array): M {
    return this.codec.decode(payload);
  }
}
