import type { FastifyReply, FastifyRequest } from 'fastify';

/** The characters that RFC 6265 4.1.1 allows in a value. Nothing is quoted or encoded: our values are base64url, JWTs or ids. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/;

/**
 * Every cookie that we set has the `__Host-` prefix. Browsers accept such a cookie only over https (or from localhost), without Domain and for the
 * whole origin, so neither a sister domain nor a page on plain http can plant one.
 */
export type CookieName = `__Host-${string}`;

/** Lax where the browser returns by a link on another site, as after a Google sign-in; Strict where only our own pages call. */
interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  maxAgeSeconds: number;
  sameSite: 'Strict' | 'Lax';
}

/**
 * Reads a cookie as the client sent it. Returns undefined when it is absent, malformed or repeated: a browser never sends two cookies of one
 * `__Host-` name, and choosing one would be a guess.
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

/** Adds a Set-Cookie header to the reply; no script can read the cookie. Throws for a value with characters that RFC 6265 forbids. */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, options: CookieOptions): void {
  if (options.maxAgeSeconds > 0 && !VALUE.test(value)) throw new Error(`The value of ${name} cannot be a cookie's`);
  const kept = options.maxAgeSeconds > 0 ? value : '';
  void reply.header(
    'set-cookie',
    `${name}=${kept}; Path=/; Max-Age=${options.maxAgeSeconds}; Secure; HttpOnly; SameSite=${options.sameSite}`,
  );
}
