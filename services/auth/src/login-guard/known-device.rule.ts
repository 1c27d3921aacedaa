import { createHash, randomBytes } from 'node:crypto';

/** An account remembers the ten devices that logged in last (ACC-60). */
export const MOST_DEVICES = 10;

/** A device that did not log in for a year is forgotten (ACC-60). */
export const FORGOTTEN_AFTER_DAYS = 365;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits: nobody guesses one, so its plain hash is enough to keep. */
export const newDeviceToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token that a client sent; undefined when it cannot be one. */
export function deviceHash(sent: string): Buffer | undefined {
  return TOKEN.test(sent) ? createHash('sha256').update(sent).digest() : undefined;
}
