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
