import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { AuthRpc } from '../rpc-clients.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

const DAY_SECONDS = 86_400;
const { publicKey, privateKey } = await generateKeyPair('EdDSA');
const jwksJson = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'EdDSA', use: 'sig' }] });
const auth = { getSigningKeys: async () => ({ jwksJson }) } as unknown as AuthRpc;
const nowSeconds = Math.floor(Date.now() / 1_000);
const wall = new Date(nowSeconds * 1_000);
const days = (count: number) => new Date((nowSeconds + count * DAY_SECONDS) * 1_000);

/** Signed at `at` as auth signs, valid for a day. */
function token(at: Date, header: { typ?: string } = { typ: 'session+jwt' }): Promise<string> {
  const atSeconds = at.getTime() / 1_000;
  return new SignJWT({ sid: 'session-1' })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', ...header })
    .setSubject('account-1')
    .setIssuedAt(atSeconds)
    .setExpirationTime(atSeconds + DAY_SECONDS)
    .sign(privateKey);
}
const sessionIdAt = async (now: Date, text: string) =>
  new SessionTokenVerifier(auth, { now: () => now }).sessionIdOf(text);

describe('a session token', () => {
  it.each([-3_650, -2, 0, 2, 3_650])(
    'is valid by the clock that signed it, also when that clock is %i days off the wall clock',
    async (offset) => {
      expect(await sessionIdAt(days(offset), await token(days(offset)))).toBe('session-1');
    },
  );

  it.each([-30, 0, 30])(
    'expires at its end by that clock, %i days off the wall clock, and not a second earlier',
    async (offset) => {
      const signed = await token(days(offset));
      expect(await sessionIdAt(new Date(days(offset + 1).getTime() - 1_000), signed)).toBe('session-1');
      expect(await sessionIdAt(days(offset + 1), signed)).toBeUndefined();
    },
  );

  it.each([{ typ: 'handoff+jwt' }, { typ: 'JWT' }, {}])(
    'signed by us with the header %j is no session',
    async (header) => {
      expect(await sessionIdAt(wall, await token(wall, header))).toBeUndefined();
    },
  );
});
