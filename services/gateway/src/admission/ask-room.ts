import { DomainError } from '@precis/runtime/domain-error';
import { BlockList, isIP } from 'node:net';

/** Addresses that clients from anywhere do not have: loopback, private networks, those of carriers and link-local ones. */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv6');
// The /48 of ::1. As a network it would hold every IPv4 address: BlockList takes those for mapped ones.
INSIDE.addAddress('::', 'ipv6');

/**
 * Whose share of the room an ask takes: the widest of what the client's address counts as (throttledAddressOf). Undefined for an
 * address of the inside or none at all: behind a proxy that is not trusted it is that of all clients, who then share the whole room.
 */
export function askerOf(levels: string[]): string | undefined {
  const widest = levels.at(-1) ?? '';
  const address = widest.replace(/\/\d+$/, '');
  const version = isIP(address);
  return version === 0 || INSIDE.check(address, version === 4 ? 'ipv4' : 'ipv6') ? undefined : widest;
}

/** How many may wait for something at one time, of all and of each asker, so that one who floods it leaves room for the others (LIMIT-8). */
export class AskRoom {
  private inside = 0;
  /** Who has none inside is not here: never more than `most`. */
  private readonly byAsker = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /** Throws unavailable `busy`, and nothing is asked, when the room or the asker's share is full. */
  async within<T>(asker: string | undefined, ask: () => Promise<T>): Promise<T> {
    if (this.inside >= this.most || this.of(asker) >= this.mostOfOne) {
      throw new DomainError('unavailable', 'busy', 'The service is busy. Please try again.', { retryAfterSeconds: 1 });
    }
    this.count(asker, 1);
    try {
      return await ask();
    } finally {
      this.count(asker, -1);
    }
  }

  private of(asker: string | undefined): number {
    return asker === undefined ? 0 : (this.byAsker.get(asker) ?? 0);
  }

  private count(asker: string | undefined, step: 1 | -1): void {
    this.inside += step;
    if (asker === undefined) return;
    const now = this.of(asker) + step;
    if (now === 0) this.byAsker.delete(asker);
    else this.byAsker.set(asker, now);
  }
}
