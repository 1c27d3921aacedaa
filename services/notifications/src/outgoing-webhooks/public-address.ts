import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Of IPv6 only these addresses are given out; all that tunnels to IPv4 outside of them is named by ipaddr.js. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's metadata and DNS at an address that looks public. */
const OWN_CLOUD = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public internet (HOOK-7): neither loopback, private, link-local, shared by a carrier, multicast, reserved
 * nor a way to such an IPv4 address (mapped, NAT64, 6to4, Teredo). What cannot be read is not.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js reads `1.2.3` as well, which no resolver of ours answers.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || OWN_CLOUD.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** The address that a URL's host is by itself; undefined for a name. URL has already written 0x7f.1 and 2130706433 as 127.0.0.1. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}
