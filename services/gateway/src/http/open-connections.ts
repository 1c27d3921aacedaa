import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../throttle/throttle-limits.js';
import { throttledAddressOf } from '@precis/runtime/throttled-address.rule';
import type { TrustedProxies } from '@precis/runtime/trusted-proxies';

/** How many connections an address may have open, and how many times as many its IPv6 /48 and loopback may have. */
export interface ConnectionLimits {
  perAddress: number;
  networkFactor: number;
  loopbackFactor: number;
}

/**
 * Limits the open connections of an address. Each connection costs memory and a file descriptor before it sends a byte, where no throttle counts it.
 * An excess connection is reset before anything is read from it. Trusted proxies have no limit, because they connect for everybody (LIMIT-8).
 */
export class OpenConnections {
  /** Has at most two entries per open connection. */
  private readonly open = new Map<string, number>();

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly proxies: TrustedProxies,
    private readonly onRefusal: () => void,
  ) {}

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.admit(socket));
  }

  private admit(socket: Socket): void {
    const address = socket.remoteAddress;
    if (address === undefined || this.proxies.has(address)) return;
    const levels = throttledAddressOf(address);
    const limit = this.limits.perAddress * (isLoopback(address) ? this.limits.loopbackFactor : 1);
    if (
      levels.some(
        (subject, level) => (this.open.get(subject) ?? 0) >= limit * (level === 0 ? 1 : this.limits.networkFactor),
      )
    ) {
      this.onRefusal();
      socket.resetAndDestroy();
      return;
    }
    for (const subject of levels) this.open.set(subject, (this.open.get(subject) ?? 0) + 1);
    socket.once('close', () => levels.forEach((subject) => this.leave(subject)));
  }

  private leave(subject: string): void {
    const left = this.open.get(subject)! - 1;
    if (left > 0) this.open.set(subject, left);
    else this.open.delete(subject);
  }
}
