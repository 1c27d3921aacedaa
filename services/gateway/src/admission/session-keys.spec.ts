import { DomainError } from '@precis/runtime/domain-error';
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose';
import type { AuthRpc } from '../rpc-clients.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

const pairs: Record<string, GenerateKeyPairResult> = {
  old: await generateKeyPair('EdDSA'),
  new: await generateKeyPair('EdDSA'),
};
const away = new DomainError('unavailable', 'service_unavailable', 'away');

/** Auth's published keys, which the test can change. */
class PublishedKeys {
  kids = ['old'];
  away = false;
  fetches = 0;
  /** While this is set and unsettled, auth does not answer. */
  gate: Promise<void> | undefined;

  readonly rpc = {
    getSigningKeys: async () => {
      this.fetches++;
      const answer = {
        jwksJson: JSON.stringify({
          keys: await Promise.all(this.kids.map(async (kid) => ({ ...(await exportJWK(pairs[kid].publicKey)), kid }))),
        }),
      };
      await new Promise(setImmediate);
      await this.gate;
      if (this.away) throw away;
      return answer;
    },
  } as unknown as AuthRpc;
}

const token = (kid: string, signedBy = kid) =>
  new SignJWT({ sid: `signed by ${kid}` })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'session+jwt' })
    .setSubject('account')
    .setExpirationTime('1h')
    .sign(pairs[signedBy].privateKey);

let published: PublishedKeys;
let verifier: SessionTokenVerifier;
beforeEach(() => {
  published = new PublishedKeys();
  verifier = new SessionTokenVerifier(published.rpc, { now: () => new Date() });
});

describe('a session token whose kid is new', () => {
  it('is verified for 50 simultaneous requests by one fetch of the keys', async () => {
    await verifier.sessionIdOf(await token('old'));
    published.kids = ['new', 'old'];
    const fresh = await token('new');
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => verifier.sessionIdOf(fresh))))).toEqual(
      new Set(['signed by new']),
    );
    expect(published.fetches).toBe(2);
  });

  it('is verified directly after a token with a forged kid', async () => {
    await verifier.sessionIdOf(await token('old'));
    expect(await verifier.sessionIdOf(await token('forged', 'old'))).toBeUndefined();
    published.kids = ['new', 'old'];
    expect(await verifier.sessionIdOf(await token('new'))).toBe('signed by new');
  });

  it('is verified although it arrives during a fetch of keys that were read before it was signed', async () => {
    await verifier.sessionIdOf(await token('old'));
    const forged = verifier.sessionIdOf(await token('forged', 'old'));
    const fresh = await token('new');
    published.kids = ['new', 'old'];
    expect(await verifier.sessionIdOf(fresh)).toBe('signed by new');
    expect(await forged).toBeUndefined();
  });

  it('fails as unavailable, not invalid, for all who wait while keys cannot be fetched, and is verified once they can be', async () => {
    await verifier.sessionIdOf(await token('old'));
    published.away = true;
    published.kids = ['new', 'old'];
    const fresh = await token('new');
    for (const tried of await Promise.allSettled([1, 2, 3].map(() => verifier.sessionIdOf(fresh))))
      expect(tried).toMatchObject({ reason: { kind: 'unavailable' } });
    published.away = false;
    expect(await verifier.sessionIdOf(fresh)).toBe('signed by new');
  });

  it('fails as unavailable when auth is unavailable at the start', async () => {
    published.away = true;
    await expect(verifier.sessionIdOf(await token('old'))).rejects.toMatchObject({ kind: 'unavailable' });
    published.away = false;
    expect(await verifier.sessionIdOf(await token('old'))).toBe('signed by old');
  });
});

describe('forged kids', () => {
  it('cause at most two fetches, however many arrive together, and never delay a known kid', async () => {
    await verifier.sessionIdOf(await token('old'));
    const [forged, known] = [await token('forged', 'old'), await token('old')];
    const answers = Promise.withResolvers<void>();
    published.gate = answers.promise;
    const flood = Promise.all(Array.from({ length: 900 }, () => verifier.sessionIdOf(forged)));
    expect(await verifier.sessionIdOf(known)).toBe('signed by old');
    answers.resolve();
    expect(new Set(await flood)).toEqual(new Set([undefined]));
    expect(published.fetches).toBeLessThanOrEqual(3);
  });

  it('from one address do not keep sessions with a new key of other addresses waiting', async () => {
    await verifier.sessionIdOf(await token('old'));
    const forged = await token('forged', 'old');
    const flood = Promise.allSettled(Array.from({ length: 1_100 }, () => verifier.sessionIdOf(forged, '203.0.113.9')));
    published.kids = ['new', 'old'];
    expect(await verifier.sessionIdOf(await token('new'), '198.51.100.1')).toBe('signed by new');
    const refused = (await flood).filter((outcome) => outcome.status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(1_000);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ kind: 'unavailable', code: 'busy', retryAfterSeconds: 1 });
  });

  it('are refused with Retry-After while a thousand requests wait', async () => {
    await verifier.sessionIdOf(await token('old'));
    const forged = await token('forged', 'old');
    const outcomes = await Promise.allSettled(Array.from({ length: 1_100 }, () => verifier.sessionIdOf(forged)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(100);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ kind: 'unavailable', code: 'busy', retryAfterSeconds: 1 });
  });
});
