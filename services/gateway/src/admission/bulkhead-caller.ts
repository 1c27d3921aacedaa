import { BlockList, isIP } from 'node:net';

/** Addresses that no public client has: loopback, private, carrier-grade NAT and link-local networks. */
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
// The /48 of ::1, as a single address. As a network it would match every IPv4 address, because BlockList treats those as IPv4-mapped.
INSIDE.addAddress('::', 'ipv6');

/**
 * The `caller` of a request for a Bulkhead: the widest level of the client's address, as throttledAddressOf returns it. Undefined for an internal or
 * missing address. Behind a proxy that is not trusted, all clients have the proxy's address, so a limit for one caller would limit all of them.
 */
export function bulkheadCallerOf(levels: string[]): string | undefined {
  const widest = levels.at(-1) ?? '';
  const address = widest.replace(/\/\d+$/, '');
  const version = isIP(address);
  return version === 0 || INSIDE.check(address, version === 4 ? 'ipv4' : 'ipv6') ? undefined : widest;
}
