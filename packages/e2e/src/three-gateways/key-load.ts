import { connectionsTo, type KeepAliveConnection } from '../deployment/keep-alive-connection.js';
import { Pace } from '../deployment/pace.js';

export interface Seen {
  /** The gateway that answered. */
  url: string;
  status: number;
  /** When the request was sent, on performance.now(). */
  begunMs: number;
}

const CONNECTIONS_PER_GATEWAY = 20;
/** Below the throttle of one account. */
const PER_SECOND = 450;
const VIDEO = { url: 'https://youtu.be/precisDemo1' };

/** Requests with one key to every gateway at once, over many connections, until it is stopped. */
export class KeyLoad {
  readonly seen: Seen[] = [];
  private stopped = false;
  private readonly connections: KeepAliveConnection[];
  private readonly running: Promise<unknown>;
  private readonly pace = new Pace(0, PER_SECOND);

  constructor(
    gatewayUrls: string[],
    private readonly key: string,
  ) {
    this.connections = connectionsTo(gatewayUrls, gatewayUrls.length * CONNECTIONS_PER_GATEWAY);
    this.running = Promise.all(this.connections.map((connection) => this.use(connection)));
    // stop() reports the error.
    this.running.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    try {
      await this.running;
    } finally {
      this.connections.forEach((connection) => connection.close());
    }
  }

  private async use(connection: KeepAliveConnection): Promise<void> {
    for (;;) {
      await this.pace.turn();
      if (this.stopped) return;
      const { status, begunMs } = await connection.call('POST', '/api/youtube/info', { key: this.key, body: VIDEO });
      this.seen.push({ url: connection.url, status, begunMs });
    }
  }
}
