import { parsed, type Json } from './call.js';

/** One received event. */
export interface ReceivedEvent {
  event: string;
  data: Json;
}

/** A call for server-sent events, which may be closed at any moment. */
export class EventClient {
  private text = '';
  private constructor(
    readonly response: Response,
    private readonly control: AbortController,
    private readonly reader: ReadableStreamDefaultReader<string>,
  ) {}

  /** Resolves when the head of the answer arrives. */
  static async open(
    url: string,
    body: object,
    headers: Record<string, string>,
    control = new AbortController(),
  ): Promise<EventClient> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify(body),
      signal: control.signal,
    });
    return new EventClient(response, control, response.body!.pipeThrough(new TextDecoderStream()).getReader());
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end >= 0) {
        const lines = this.text.slice(0, end).split('\n');
        this.text = this.text.slice(end + 2);
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const event = field('event');
        if (event !== undefined) return { event, data: parsed(field('data') ?? '') };
        continue;
      }
      const { done, value } = await this.reader.read();
      if (done) return undefined;
      this.text += value;
    }
  }

  /** All events up to the end. */
  async rest(): Promise<ReceivedEvent[]> {
    const events: ReceivedEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  /** Closes the connection. */
  cut(): void {
    this.control.abort();
  }
}
