import { Readable } from 'node:stream';

/** Proxies and browsers give a silent answer up, most of them after 30 or 60 s. */
const HEARTBEAT_MS = 10_000;

/** One server-sent event; `data` is what JSON can say. */
export interface ServerEvent {
  event: string;
  data: object;
}

/**
 * Server-sent events as the body of an answer. It keeps no more than what was sent last: whoever sends waits until the connection has taken
 * that. A comment line every 10 s says that it lives.
 */
export class EventStream extends Readable {
  private settle?: (isTaken: boolean) => void;

  constructor(heartbeatMs = HEARTBEAT_MS) {
    super({ highWaterMark: 1 });
    const heartbeat = setInterval(() => this.readableLength === 0 && this.push(':\n\n'), heartbeatMs);
    this.once('close', () => {
      clearInterval(heartbeat);
      this.settle?.(false);
    });
  }

  /**
   * Sends them as one piece, and settles when the connection has taken it, and all that was sent earlier; false when it was gone before.
   * The last call is the one that settles.
   */
  async send(...events: ServerEvent[]): Promise<boolean> {
    if (this.destroyed) return false;
    const taken = new Promise<boolean>((resolve) => (this.settle = resolve));
    this.push(events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''));
    return taken;
  }

  end(): void {
    if (!this.destroyed) this.push(null);
  }

  /** The connection has room: all that was pushed before is on its way. */
  override _read(): void {
    this.settle?.(true);
  }
}
