/**
 * The throttle counts an IPv6 client by its /64, the smallest network that a customer of a provider gets and may change
 * addresses in at will; an IPv4-mapped address counts as the IPv4 address that it is (decisions 19). Text that is no
 * IPv6 address counts as it stands.
 */
export function throttledAddressOf(address: string): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address.split('%')[0].toLowerCase());
  if (groups === undefined) return address;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6] >> 8, groups[6] & 0xff, groups[7] >> 8, groups[7] & 0xff].join('.');
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, or undefined when it is none. */
function groupsOf(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':').flatMap(groupsOfPart)));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<number>(Math.max(0, zeros)).fill(0), ...(tail ?? [])];
  return groups.length === 8 && !groups.some(Number.isNaN) ? groups : undefined;
}

/** One group of hexadecimal digits, or two written as an IPv4 address; NaN for anything else. */
function groupsOfPart(part: string): number[] {
  if (/^[0-9a-f]{1,4}$/.test(part)) return [parseInt(part, 16)];
  const bytes = /^\d{1,3}(\.\d{1,3}){3}$/.test(part) ? part.split('.').map(Number) : [];
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255)) return [NaN];
  return [bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]];
}
