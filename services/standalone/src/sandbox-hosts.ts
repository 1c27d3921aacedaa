import { askedHost, isLoopbackName } from '@precis/runtime/asked-host';

/** Where the sandbox may be seen. */
export interface SandboxPlace {
  publicUrl: string;
  /** The port that this process listens on. */
  port: number;
}

/**
 * Whether the sandbox answers a request with this Host header: only where its owner reaches it, under PUBLIC_URL or as this machine's own
 * port. It asks nobody for a password: without this check, a web site whose name is made to lead here could read every mail.
 */
export function answersHost(header: string | undefined, { publicUrl, port }: SandboxPlace): boolean {
  const asked = askedHost(header);
  if (!asked) return false;
  const { protocol, host } = new URL(publicUrl);
  const known = askedHost(host);
  const usual = protocol === 'https:' ? '443' : '80';
  if (known && asked.name === known.name && (asked.port || usual) === (known.port || usual)) return true;
  return isLoopbackName(asked.name) && (asked.port || '80') === String(port);
}
