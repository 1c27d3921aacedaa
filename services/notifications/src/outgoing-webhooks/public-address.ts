import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** The only allocated range of IPv6. ipaddr.js names all forms outside it that tunnel to IPv4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** The address of Azure's metadata and DNS, which looks public. */
const OWN_CLOUD = new Set(['168.63.129.16']);

/**
 * Whether an address is on the public internet (HOOK-7): not loopback, private, link-local, carrier-shared, multicast or reserved, and
 * not an IPv6 form of such an IPv4 address (mapped, NAT64, 6to4, Teredo). An unreadable address is not public.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also accepts `1.2.3`, which our resolvers never return.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || OWN_CLOUD.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** The IP address that a URL's host spells; undefined for a name. URL has already turned 0x7f.1 and 2130706433 into 127.0.0.1. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}
