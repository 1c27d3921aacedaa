import { askedHost, isLoopbackName } from '@precis/runtime/asked-host';
import type { FastifyReply } from 'fastify';

/** The addresses at which the sandbox may be shown. */
export interface SandboxPlace {
  publicUrl: string;
  /** The port that this process listens on. */
  port: number;
}

/**
 * Whether the sandbox answers a request with this Host header: only for the addresses of its owner, PUBLIC_URL and this machine's own port. The
 * sandbox asks for no password. Without this check, a web site whose name resolves to this machine could read every mail.
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

/** Answers 421 and returns the reply when `answersHost` refuses the request. Otherwise returns undefined and sends nothing. */
export function refuseOtherHost(
  header: string | undefined,
  place: SandboxPlace,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (answersHost(header, place)) return undefined;
  const where = `The sandbox answers at ${place.publicUrl} alone, or on this machine at http://localhost:${place.port}.`;
  return reply
    .code(421)
    .type('text/plain; charset=utf-8')
    .send(`${where} To reach it by another name, start Precis with PUBLIC_URL=that address.\n`);
}
