/** What a request's Host header asks for. */
export interface AskedHost {
  /** As a URL has it: lower case, an address in its one form, brackets around IPv6; without the dot of an absolute name. */
  name: string;
  /** Empty when the header names none. */
  port: string;
}

/** Undefined for a header that is absent or no host: `a@b`, a path, a port that is none. */
export function askedHost(header: string | undefined): AskedHost | undefined {
  const [, host, port = ''] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(header ?? '') ?? [];
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  return { name: new URL(`http://${host}`).hostname.replace(/\.$/, ''), port };
}

/**
 * Whether a name means this machine by itself, and not because a name server says so: a site whose own name leads here is read by its
 * pages as theirs (DNS rebinding).
 */
export function isLoopbackName(name: string): boolean {
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name) ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(name)
  );
}
