/** The host of a request's Host header. */
export interface AskedHost {
  /** In URL form: lower case, an address in its canonical form, brackets around IPv6; without the dot of an absolute name. */
  name: string;
  /** Empty when the header has none. */
  port: string;
}

/** Undefined for an absent or malformed header: `a@b`, a path, an invalid port. */
export function askedHost(header: string | undefined): AskedHost | undefined {
  const [, host, port = ''] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(header ?? '') ?? [];
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  return { name: new URL(`http://${host}`).hostname.replace(/\.$/, ''), port };
}

/**
 * Whether a name always means this machine, without asking a name server. Any other name may belong to a web site that lets it resolve to this
 * machine, and the pages of that site could then read the answers (DNS rebinding).
 */
export function isLoopbackName(name: string): boolean {
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name) ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(name)
  );
}
