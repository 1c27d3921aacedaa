import type { Socket } from 'node:net';
import { openSocket } from './open-socket.js';

const SOCKETS = 8;
/** Few. A batch uses the limit up, and then it refills until the next one, which comes later after a larger batch. Others should find it used up. */
const PIPELINED = 5;
const TICK_MS = 20;

/** A running flood of requests, which ends only with `stop`. */
export interface Flood {
  /** Number of answers by status so far. */
  counts: Map<number, number>;
  stop(): void;
}

/** A burst of requests, then a rate per second. */
export interface FloodPace {
  burst: number;
  perSecond: number;
}

/**
 * Sends one request repeatedly, pipelined on a few connections: a client that waits for each answer would be too slow to reach the limits. The pace
 * lets it exceed the limit of an account and stay below that of its address.
 */
export function startFlood(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: string,
  pace: FloodPace,
): Flood {
  const all = { host: new URL(url).host, 'content-length': String(Buffer.byteLength(body)), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const batch = `POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`.repeat(PIPELINED);
  const counts = new Map<number, number>();
  const lanes = Array.from({ length: SOCKETS }, () => new Lane(openSocket(url), batch, counts));
  const startedMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const allowed = pace.burst + (pace.perSecond * (performance.now() - startedMs)) / 1_000;
    for (const lane of lanes) if (sent + PIPELINED <= allowed && lane.send()) sent += PIPELINED;
  }, TICK_MS);
  return {
    counts,
    stop: () => {
      clearInterval(timer);
      lanes.forEach((lane) => lane.close());
    },
  };
}

/** One connection: the next batch is sent when the previous one is answered. */
class Lane {
  private waiting = 0;
  private tail = '';

  constructor(
    private readonly socket: Socket,
    private readonly batch: string,
    counts: Map<number, number>,
  ) {
    // The end of the test may close the connection.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const text = this.tail + chunk.toString('latin1');
      const lines = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)];
      for (const [, status] of lines) counts.set(Number(status), (counts.get(Number(status)) ?? 0) + 1);
      // A status line may be cut by the end of a chunk; counted ones must not be counted again.
      const seen = lines.length > 0 ? lines.at(-1)!.index + 1 : 0;
      this.tail = text.slice(Math.max(seen, text.length - 'HTTP/1.1 200'.length));
      this.waiting -= lines.length;
    });
  }

  send(): boolean {
    if (this.waiting > 0) return false;
    this.waiting = PIPELINED;
    this.socket.write(this.batch);
    return true;
  }

  close(): void {
    this.socket.destroy();
  }
}
