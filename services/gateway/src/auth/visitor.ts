import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { addressOf } from '../admission/admission.js';
import { clientNameOf } from '../admission/client-name.rule.js';
import { type CookieName, cookieOf, setCookie } from '../http/cookies.js';

const DEVICE_COOKIE: CookieName = '__Host-device';
const YEAR_SECONDS = 31_536_000;
const LONGEST_ADDRESS = 64;

/** Who calls, for auth's sessions list, activity and bound on guesses: as the client says it, and the address as we believe it (ACC-57). */
export function visitorOf(request: FastifyRequest): Visitor {
  return {
    client: clientNameOf(request.headers),
    address: shownAddressOf(request),
    device: cookieOf(request, DEVICE_COOKIE) ?? '',
  };
}

/** Remembers the device that logged in, for a year; its content is auth's and no script can read it (ACC-56). */
export function keepDevice(reply: FastifyReply, device: string): void {
  if (device !== '') setCookie(reply, DEVICE_COOKIE, device, { maxAgeSeconds: YEAR_SECONDS, sameSite: 'Strict' });
}

/** One IPv4 or IPv6 address; what a proxy wrote that is none of these, as the throttle reads it. */
function shownAddressOf(request: FastifyRequest): string {
  const [counted] = addressOf(request);
  const isNetwork = counted.includes('/');
  return (isNetwork && isIP(request.ip) !== 0 ? request.ip.split('%')[0] : counted).slice(0, LONGEST_ADDRESS);
}
