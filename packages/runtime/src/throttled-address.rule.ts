/**
 * The one or two keys by which a client is counted, the narrowest first (LIMIT-3). An IPv4 client is counted by its address. An IPv6 client is
 * counted by its /64, the smallest network that a provider gives a customer, who may change addresses within it at will. It is also counted by its
 * /48, because a customer with a whole /48 has 65,536 such networks. An IPv4-mapped address counts as its IPv4 address. Some proxies append the
 * client's port (`ip:port`, `[v6]:port`), which changes with each connection, so it is ignored. When the proxy wrote no valid address, the client
 * is counted by the address of the proxy; when that is not valid either, by its text.
 */
export function throttledAddressOf(client: string, proxy: string = client): string[] {
  return subjectsOf(client) ?? subjectsOf(proxy) ?? [proxy];
}

/** The keys of an address, or undefined when it is not an address. */
function subjectsOf(text: string): string[] | undefined {
  const bare = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text);
  if (bare?.[2] !== undefined) {
    const bytes = bytesOf(bare[2]);
    return bytes && [bytes.join('.')];
  }
  const groups = groupsOf((bare?.[1] ?? text).split('%')[0].toLowerCase());
  if (groups === undefined) return undefined;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [[groups[6] >> 8, groups[6] & 0xff, groups[7] >> 8, groups[7] & 0xff].join('.')];
  return [64, 48].map(
    (bits) =>
      `${groups
        .slice(0, bits / 16)
        .map((group) => group.toString(16))
        .join(':')}::/${bits}`,
  );
}

/** The eight groups of an IPv6 address, or undefined when it is not one. */
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
  const bytes = bytesOf(part);
  return bytes === undefined ? [NaN] : [bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]];
}

/** The four bytes of an IPv4 address, or undefined when it is not one. */
function bytesOf(text: string): number[] | undefined {
  const bytes = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : [];
  return bytes.length === 4 && bytes.every((byte) => byte <= 255) ? bytes : undefined;
}
