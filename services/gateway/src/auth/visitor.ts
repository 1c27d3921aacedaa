import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { addressOf } from '../admission/admission.js';
import { clientNameOf } from '../admission/client-name.rule.js';
import { type CookieName, cookieOf, setCookie } from '../http/cookies.js';

const DEVICE_COOKIE: CookieName = '__Host-device';
const YEAR_SECONDS = 31_536_000;
const LONGEST_ADDRESS = 64;

/** Describes the caller for auth's list of sessions, activity and limit on guesses: the client's own name, and the address that we trust (ACC-57). */
export function visitorOf(request: FastifyRequest): Visitor {
  return {
    client: clientNameOf(request.headers),
    address: shownAddressOf(request),
    device: cookieOf(request, DEVICE_COOKIE) ?? '',
  };
}

/** Sets a cookie that marks the device that logged in, for a year. Auth makes the value; no script can read it (ACC-56). */
export function keepDevice(reply: FastifyReply, device: string): void {
  if (device !== '') setCookie(reply, DEVICE_COOKIE, device, { maxAgeSeconds: YEAR_SECONDS, sameSite: 'Strict' });
}

/** Returns one IPv4 or IPv6 address. For anything else that a proxy wrote, returns the address that the throttle uses. */
function shownAddressOf(request: FastifyRequest): string {
  const [counted] = addressOf(request);
  const isNetwork = counted.includes('/');
  return (isNetwork && isIP(request.ip) !== 0 ? request.ip.split('%')[0] : counted).slice(0, LONGEST_ADDRESS);
}
