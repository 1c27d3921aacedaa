import { throttledAddressOf } from '@precis/runtime/throttled-address.rule';
import type { TrustedProxies } from '@precis/runtime/trusted-proxies';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Where a request comes from. */
export interface Address {
  /** As the API is told it. */
  said: string | undefined;
  /** What it counts as here: of IPv6 a /64. */
  counted: string;
}

/** Headers as node has them, or as the fetch standard has. */
interface Credentials {
  authorization?: string | null;
  'x-api-key'?: string | string[] | null;
}

/** `Authorization: Bearer` or `x-api-key`, as the API takes them. */
export function keyOf({ authorization, 'x-api-key': sent }: Credentials): string | undefined {
  const bearer = /^Bearer +([\x21-\x7e]{1,4096}) *$/i.exec(authorization ?? '')?.[1];
  const key = String(sent ?? '').trim();
  return (/^[\x21-\x7e]{1,4096}$/.test(key) ? key : undefined) ?? bearer;
}

/** With whom a request shares its places: its key, however it is written, else its address. Never the key itself. */
export function callerOf({ headers }: IncomingMessage, { counted }: Address): string {
  const key = keyOf(headers);
  return key === undefined ? counted : createHash('sha256').update(key).digest('base64url');
}

/** The gateway writes one address into X-Forwarded-For; what anybody else writes there is no address of theirs. A unix socket is the gateway's. */
export function addressOf({ headers, socket }: IncomingMessage, gateways: TrustedProxies): Address {
  const { remoteAddress } = socket;
  const isGateway = remoteAddress === undefined || gateways.has(remoteAddress);
  const forwarded = isGateway ? headers['x-forwarded-for'] : undefined;
  const said = forwarded === undefined ? remoteAddress : String(forwarded);
  return { said, counted: throttledAddressOf(said ?? '')[0] };
}
