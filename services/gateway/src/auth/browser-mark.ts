import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieName, cookieOf, setCookie } from '../http/cookies.js';

const MARK_COOKIE: CookieName = '__Host-registered';
const DAY_SECONDS = 86_400;

/** Marks the browser that registered, for a day: it verifies the address at once when the link comes (ACC-65). Its content is auth's, and no script reads it. */
export function keepMark(reply: FastifyReply, mark: string): void {
  if (mark !== '') setCookie(reply, MARK_COOKIE, mark, { maxAgeSeconds: DAY_SECONDS, sameSite: 'Strict' });
}

/** The mark of this browser; empty when it has none. */
export function markOf(request: FastifyRequest): string {
  return cookieOf(request, MARK_COOKIE) ?? '';
}
