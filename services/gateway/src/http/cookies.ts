import type { FastifyReply, FastifyRequest } from 'fastify';

/** RFC 6265 4.1.1: what a value may be made of; nothing is quoted or encoded. Ours are base64url, JWTs or ids. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/;

/**
 * Every cookie that we set has the `__Host-` prefix: browsers take it over https (or from localhost) alone, without Domain and for the
 * whole origin, so that neither a sister domain nor a page on plain http can plant one.
 */
export type CookieName = `__Host-${string}`;

/** Lax where the browser comes back by a link of another site, as from a sign-in at Google; Strict where only our own pages call. */
interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  maxAgeSeconds: number;
  sameSite: 'Strict' | 'Lax';
}

/**
 * The value of a cookie as the client sent it; undefined when there is none, when it is malformed, and when there are two of the name:
 * a browser never sends two of a `__Host-` cookie, and which of them counts would be a guess.
 */
export function cookieOf(request: FastifyRequest, name: CookieName): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 && VALUE.test(values[0]) ? values[0] : undefined;
}

/** Adds a Set-Cookie header beside those that the answer has; no script can read the cookie. Throws for a value that is none. */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, options: CookieOptions): void {
  if (options.maxAgeSeconds > 0 && !VALUE.test(value)) throw new Error(`The value of ${name} cannot be a cookie's`);
  const kept = options.maxAgeSeconds > 0 ? value : '';
  void reply.header(
    'set-cookie',
    `${name}=${kept}; Path=/; Max-Age=${options.maxAgeSeconds}; Secure; HttpOnly; SameSite=${options.sameSite}`,
  );
}
