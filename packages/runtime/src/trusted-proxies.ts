import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The proxies whose X-Forwarded-For is trusted. They open connections for many clients, so the limit for one address does not apply to them. */
export class TrustedProxies {
  private readonly list = new BlockList();

  /** `text`: comma-separated addresses and networks (`10.0.0.0/8`). Throws an error about the first invalid entry. */
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

  /** An IPv4-mapped address is treated as its IPv4 address. Anything that is not an address is not trusted. */
  has(address: string | undefined): boolean {
    if (this.isEmpty || address === undefined || isIP(address) === 0) return false;
    return this.list.check(address.split('%')[0], familyOf(address));
  }
}
