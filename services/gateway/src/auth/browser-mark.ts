import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieName, cookieOf, setCookie } from '../http/cookies.js';

const MARK_COOKIE: CookieName = '__Host-registered';
const DAY_SECONDS = 86_400;

/**
 * Sets a cookie that marks the registering browser for a day. Opening the link in this browser verifies the address without a button (ACC-65). Auth
 * makes the value; no script can read it.
 */
export function keepMark(reply: FastifyReply, mark: string): void {
  if (mark !== '') setCookie(reply, MARK_COOKIE, mark, { maxAgeSeconds: DAY_SECONDS, sameSite: 'Strict' });
}

/** Reads the mark of this browser; empty when it has none. */
export function markOf(request: FastifyRequest): string {
  return cookieOf(request, MARK_COOKIE) ?? '';
}
