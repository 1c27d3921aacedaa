import { throttledAddressOf } from '@precis/runtime/throttled-address.rule';
import type { TrustedProxies } from '@precis/runtime/trusted-proxies';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Where a request comes from. */
export interface Address {
  /** The address that the API is told. */
  said: string | undefined;
  /** The address by which requests are counted; for IPv6 its /64. */
  counted: string;
}

/** Headers as a plain object, from Node or from the fetch standard. */
interface Credentials {
  authorization?: string | null;
  'x-api-key'?: string | string[] | null;
}

/**
 * Reads the key from `Authorization: Bearer` or `x-api-key`. Where both have a value, the one that looks like a key of Precis is taken, because a
 * placeholder that was copied from an example must not hide a valid key (KEY-10).
 */
export function keyOf({ authorization, 'x-api-key': sent }: Credentials): string | undefined {
  const bearer = /^Bearer +([\x21-\x7e]{1,4096}) *$/i.exec(authorization ?? '')?.[1];
  const key = String(sent ?? '').trim();
  const named = /^[\x21-\x7e]{1,4096}$/.test(key) ? key : undefined;
  return [named, bearer].find((one) => one?.startsWith('prc_')) ?? named ?? bearer;
}

/** Identifies the client that shares the places: by the hash of its key in either header, otherwise by its address. Never returns the key itself. */
export function callerOf({ headers }: IncomingMessage, { counted }: Address): string {
  const key = keyOf(headers);
  return key === undefined ? counted : createHash('sha256').update(key).digest('base64url');
}

/**
 * Reads the client's address. Only the gateway may set X-Forwarded-For, to one address; from anyone else the header is ignored. A unix socket belongs
 * to the gateway.
 */
export function addressOf({ headers, socket }: IncomingMessage, gateways: TrustedProxies): Address {
  const { remoteAddress } = socket;
  const isGateway = remoteAddress === undefined || gateways.has(remoteAddress);
  const forwarded = isGateway ? headers['x-forwarded-for'] : undefined;
  const said = forwarded === undefined ? remoteAddress : String(forwarded);
  return { said, counted: throttledAddressOf(said ?? '')[0] };
}
