import type { FastifyReply } from 'fastify';

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Safe defaults for every answer; answers carry account data, so nobody caches them. */
export function writeSecurityHeaders(reply: FastifyReply): void {
  void reply.headers({
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
}
