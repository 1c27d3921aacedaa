import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The proxies whose X-Forwarded-For is believed. What they connect for others is not bounded as one address' connections. */
export class TrustedProxies {
  private readonly list = new BlockList();

  /** `text`: addresses and networks (`10.0.0.0/8`), by commas. Throws a sentence about the first that is neither. */
  constructor(text: string) {
    for (const entry of text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)) {
      const [address, prefix, more] = entry.split('/');
      const bits = prefix === undefined ? undefined : Number(/^\d{1,3}$/.test(prefix) ? prefix : NaN);
      const longest = isIP(address) === 6 ? 128 : 32;
      if (isIP(address) === 0 || more !== undefined || (bits !== undefined && !(bits <= longest)))
        throw new Error(`'${entry}' is neither an address nor a network`);
      if (bits === undefined) this.list.addAddress(address, familyOf(address));
      else this.list.addSubnet(address, bits, familyOf(address));
    }
  }

  get isEmpty(): boolean {
    return this.list.rules.length === 0;
  }

  /** An IPv4-mapped address counts as the IPv4 address that it is; what is no address is nobody's. */
  has(address: string | undefined): boolean {
    if (this.isEmpty || address === undefined || isIP(address) === 0) return false;
    return this.list.check(address.split('%')[0], familyOf(address));
  }
}
