import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieName, cookieOf, setCookie } from '../http/cookies.js';

const MARK_COOKIE: CookieName = '__Host-registered';
const DAY_SECONDS = 86_400;

/**
 * Marks the browser that registered for a day, so that it verifies the address at once when it opens the link (ACC-65). Auth makes the
 * content; no script can read it.
 */
export function keepMark(reply: FastifyReply, mark: string): void {
  if (mark !== '') setCookie(reply, MARK_COOKIE, mark, { maxAgeSeconds: DAY_SECONDS, sameSite: 'Strict' });
}

/** The mark of this browser; empty without one. */
export function markOf(request: FastifyRequest): string {
  return cookieOf(request, MARK_COOKIE) ?? '';
}
