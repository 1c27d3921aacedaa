import { Readable } from 'node:stream';

/** Proxies and browsers drop a silent response, most of them after 30 or 60 s. */
const HEARTBEAT_MS = 10_000;

/** One server-sent event; `data` is any JSON value. */
export interface ServerEvent {
  event: string;
  data: object;
}

/**
 * Streams server-sent events as the body of a response. It buffers only the last piece: the sender waits until the connection has taken it. A comment
 * line every 10 s keeps the connection open.
 */
export class EventStream extends Readable {
  private settle?: (isTaken: boolean) => void;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(heartbeatMs = HEARTBEAT_MS) {
    super({ highWaterMark: 1 });
    this.heartbeat = setInterval(() => this.readableLength === 0 && this.push(':\n\n'), heartbeatMs);
    this.once('close', () => {
      clearInterval(this.heartbeat);
      this.settle?.(false);
    });
  }

  /**
   * Sends the events as one piece. Settles when the connection has taken it and everything before it; false when the connection closed first. With
   * several pending calls, the last one settles.
   */
  async send(...events: ServerEvent[]): Promise<boolean> {
    if (this.destroyed) return false;
    const taken = new Promise<boolean>((resolve) => (this.settle = resolve));
    this.push(events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''));
    return taken;
  }

  /** A client may still read for a while. A heartbeat after the end would be an error, which cuts the connection. */
  end(): void {
    clearInterval(this.heartbeat);
    if (!this.destroyed) this.push(null);
  }

  /** Node calls this when the connection has room: everything pushed before is on its way. */
  override _read(): void {
    this.settle?.(true);
  }
}
