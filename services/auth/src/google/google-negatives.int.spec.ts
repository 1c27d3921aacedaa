import { DomainError } from '@precis/runtime/domain-error';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { AuthWorld } from '../testing/auth-world.js';
import { type Faults, FaultyProvider, type SentBack } from './testing/faulty-provider.js';

const now = () => Math.floor(Date.now() / 1_000);
const MINUTE_MS = 60_000;

interface Case {
  faults?: Faults;
  /** What reaches the callback instead of what the provider sent; `other` is the sign-in of another browser. */
  sent?: (own: Sent, other: Sent) => Partial<Sent>;
  /** How long the person needs at Google. */
  lateMs?: number;
  code: string;
  kind?: string;
}
type Sent = SentBack & { transaction: string };

/** Each case is refused, and creates nothing (ACC-27, ACC-28). */
const CASES: Record<string, Case> = {
  'the state is missing': { sent: () => ({ state: '' }), code: 'google_state_invalid' },
  'the state is made up': { sent: () => ({ state: 'x'.repeat(43) }), code: 'google_state_invalid' },
  'the state is that of another browser': {
    sent: (_, other) => ({ state: other.state }),
    code: 'google_state_invalid',
  },
  'state and code are those of another browser': {
    sent: (_, { state, code }) => ({ state, code }),
    code: 'google_state_invalid',
  },
  'the code is that of another browser': { sent: (_, other) => ({ code: other.code }), code: 'google_refused' },
  'there is no cookie': { sent: () => ({ transaction: '' }), code: 'google_state_invalid' },
  'the cookie is made up': { sent: () => ({ transaction: 'y'.repeat(43) }), code: 'google_state_invalid' },
  'the cookie is no secret of ours': { sent: () => ({ transaction: "' OR 1=1" }), code: 'google_state_invalid' },
  'the cookie is that of another browser': {
    sent: (_, other) => ({ transaction: other.transaction }),
    code: 'google_state_invalid',
  },
  'the sign-in has expired': { lateMs: 10 * MINUTE_MS, code: 'google_state_invalid' },
  'the nonce is wrong': { faults: { claims: { nonce: 'of another sign-in' } }, code: 'google_refused' },
  'the nonce is missing': { faults: { claims: { nonce: undefined } }, code: 'google_refused' },
  'the token is not signed (alg none)': { faults: { signed: 'none' }, code: 'google_refused' },
  'the public key signed as a secret (HS256)': { faults: { signed: 'HS256' }, code: 'google_refused' },
  'the key is unknown': { faults: { signed: 'unknown kid' }, code: 'google_refused' },
  'there is no ID token': { faults: { token: 'no id_token' }, code: 'google_refused' },
  'iss is wrong': { faults: { claims: { iss: 'https://accounts.example.com' } }, code: 'google_refused' },
  'aud is another client': { faults: { claims: { aud: 'another-client' } }, code: 'google_refused' },
  'aud has two and azp is missing': {
    faults: { claims: { aud: ['precis-under-test', 'another-client'] } },
    code: 'google_refused',
  },
  'azp is another client': { faults: { claims: { azp: 'another-client' } }, code: 'google_refused' },
  'the token has expired': { faults: { claims: { iat: now() - 500, exp: now() - 120 } }, code: 'google_refused' },
  'the token is old': { faults: { claims: { iat: now() - 3_600, exp: now() + 3_600 } }, code: 'google_refused' },
  'iat lies in the future': { faults: { claims: { iat: now() + 600, exp: now() + 900 } }, code: 'google_refused' },
  'exp is missing': { faults: { claims: { exp: undefined } }, code: 'google_refused' },
  'sub is missing': { faults: { claims: { sub: undefined } }, code: 'google_refused' },
  'sub is too long': { faults: { claims: { sub: 's'.repeat(256) } }, code: 'google_refused' },
  'email_verified is false': {
    faults: { claims: { email_verified: false } },
    code: 'google_email_unverified',
    kind: 'forbidden',
  },
  'email_verified is the text "true"': {
    faults: { claims: { email_verified: 'true' } },
    code: 'google_email_unverified',
    kind: 'forbidden',
  },
  'email_verified is absent': {
    faults: { claims: { email_verified: undefined } },
    code: 'google_email_unverified',
    kind: 'forbidden',
  },
  'there is no e-mail': {
    faults: { claims: { email: undefined } },
    code: 'google_email_unverified',
    kind: 'forbidden',
  },
  'the e-mail is none': { faults: { claims: { email: 'a@b' } }, code: 'google_email_unverified', kind: 'forbidden' },
  'the e-mail of a verified account is not verified at Google': {
    faults: { claims: { email: 'victim@example.com', email_verified: false } },
    code: 'google_email_unverified',
    kind: 'forbidden',
  },
  'the person said no': { sent: () => ({ code: '', error: 'access_denied' }), code: 'google_denied' },
  'the person said no to another browser': {
    sent: (_, { state }) => ({ state, code: '', error: 'access_denied' }),
    code: 'google_state_invalid',
  },
  'the provider sends another error': { sent: () => ({ code: '', error: 'invalid_scope' }), code: 'google_refused' },
  'the provider is out of order': {
    sent: () => ({ code: '', error: 'server_error' }),
    code: 'google_unavailable',
    kind: 'unavailable',
  },
  'there is no code': { sent: () => ({ code: '' }), code: 'google_refused' },
  'the code is refused': { faults: { token: 'invalid_grant' }, code: 'google_refused' },
  'the token endpoint fails': { faults: { token: '500' }, code: 'google_unavailable', kind: 'unavailable' },
  'the token endpoint is silent': { faults: { token: 'slow' }, code: 'google_unavailable', kind: 'unavailable' },
  'the token endpoint answers 5 MB': { faults: { token: 'long' }, code: 'google_unavailable', kind: 'unavailable' },
  'the token endpoint answers a page': { faults: { token: 'html' }, code: 'google_unavailable', kind: 'unavailable' },
  'the token endpoint leads elsewhere': {
    faults: { token: 'redirect' },
    code: 'google_unavailable',
    kind: 'unavailable',
  },
  'another provider sent it back (RFC 9207)': {
    sent: () => ({ issuer: 'https://accounts.example.com' }),
    code: 'google_refused',
  },
};

describe('a sign-in by Google is refused, without a session or an account, when', () => {
  let world: AuthWorld;
  let provider: FaultyProvider;
  beforeAll(async () => {
    provider = await FaultyProvider.start();
    world = await AuthWorld.start(provider.settings);
    await world.verifiedUser('victim@example.com');
  });
  beforeEach(() => (provider.faults = {}));
  afterAll(async () => {
    await world?.close();
    await provider?.close();
  });

  const begin = async (email: string): Promise<Sent> => {
    const { url, transaction } = await world.gateway().beginGoogle({});
    return { ...provider.signIn(url, { sub: email, email }), transaction };
  };
  const all = async () =>
    Promise.all(['users', 'sessions', 'google_identities', 'activity', 'outbox'].map((table) => world.count(table)));
  const finish = (sent: Sent) => world.gateway().finishGoogle(sent, { deadlineMs: 20_000 });
  const refusal = async (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: DomainError) => [error.kind, error.code],
    );

  it.each(Object.entries(CASES))('%s', async (_name, { faults = {}, sent, lateMs = 0, code, kind = 'invalid' }) => {
    const [own, other] = [await begin('new@example.com'), await begin('other@example.com')];
    const before = await all();
    provider.faults = faults;
    world.clock.advance(lateMs);
    expect(await refusal(finish({ ...own, ...sent?.(own, other) }))).toEqual([kind, code]);
    expect(await all()).toEqual(before);
  });

  it('it was already finished, also by a simultaneous call', async () => {
    const one = await begin('twice@example.com');
    await finish(one);
    const before = await all();
    expect(await refusal(finish(one))).toEqual(['invalid', 'google_state_invalid']);
    expect(await all()).toEqual(before);

    const raced = await begin('raced@example.com');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refusal(finish(raced))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await world.count(`users WHERE email = 'raced@example.com'`)).toBe(1);
  });

  it('it was already refused', async () => {
    const one = await begin('spent@example.com');
    expect(await refusal(finish({ ...one, code: '', error: 'access_denied' }))).toEqual(['invalid', 'google_denied']);
    expect(await refusal(finish(one))).toEqual(['invalid', 'google_state_invalid']);
  });

  describe('a handoff token', () => {
    const redeem = (handoffToken: string, transaction: string) =>
      refusal(world.gateway().redeemHandoff({ handoffToken, transaction }));
    const invalid = ['unauthenticated', 'handoff_invalid'];

    it('is sent by another browser, without a cookie, or after 60 s', async () => {
      const [own, other] = [await begin('handoff@example.com'), await begin('stranger@example.com')];
      const [{ handoffToken }, others] = [await finish(own), await finish(other)];
      expect(await redeem(handoffToken, other.transaction)).toEqual(invalid);
      expect(await redeem(others.handoffToken, own.transaction)).toEqual(invalid);
      expect(await redeem(handoffToken, '')).toEqual(invalid);
      expect(await redeem(`${handoffToken.slice(0, -4)}AAAA`, own.transaction)).toEqual(invalid);
      expect(await redeem('', own.transaction)).toEqual(invalid);
      world.clock.advance(58_000);
      expect(await redeem(handoffToken, own.transaction)).toBe('accepted');
      world.clock.advance(3_000);
      expect(await redeem(handoffToken, own.transaction)).toEqual(invalid);
    });

    it('is used as a session, or a session as one', async () => {
      const own = await begin('mixed@example.com');
      const { handoffToken } = await finish(own);
      const { sessionToken } = await world.gateway().redeemHandoff({ handoffToken, transaction: own.transaction });
      expect(await redeem(sessionToken, own.transaction)).toEqual(invalid);
      const { jwksJson } = await world.gateway().getSigningKeys({});
      const asSession = { typ: 'session+jwt', currentDate: world.clock.now() };
      await jwtVerify(sessionToken, createLocalJWKSet(JSON.parse(jwksJson)), asSession);
      await expect(jwtVerify(handoffToken, createLocalJWKSet(JSON.parse(jwksJson)), asSession)).rejects.toMatchObject({
        code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
      });
    });

    it('belongs to a session that has ended in the meantime', async () => {
      const own = await begin('ended@example.com');
      const { handoffToken } = await finish(own);
      const { sessionToken } = await world.gateway().redeemHandoff({ handoffToken, transaction: own.transaction });
      const { sid } = JSON.parse(Buffer.from(sessionToken.split('.')[1], 'base64url').toString()) as { sid: string };
      await world.gateway().logout({ sessionId: sid });
      expect(await redeem(handoffToken, own.transaction)).toEqual(invalid);
    });
  });
});

describe('a provider with an invalid configuration', () => {
  let world: AuthWorld;
  let provider: FaultyProvider;
  beforeEach(async () => {
    provider = await FaultyProvider.start();
    world = await AuthWorld.start(provider.settings);
  });
  afterEach(async () => {
    await world?.close();
    await provider?.close();
  });
  const unavailable = { kind: 'unavailable', code: 'google_unavailable' };

  it('offers no sign-in until its configuration is valid', async () => {
    for (const discovery of ['500', 'other issuer', 'plain http'] as const) {
      provider.faults = { discovery };
      await expect(world.gateway().beginGoogle({})).rejects.toMatchObject(unavailable);
    }
    expect(await world.count('oauth_transactions')).toBe(0);
    provider.faults = {};
    expect((await world.gateway().beginGoogle({})).url).toContain(provider.issuer);
    provider.faults = { discovery: '500' };
    expect((await world.gateway().beginGoogle({})).url).toContain(provider.issuer);
  });

  it.each(['500', 'html', 'slow'] as const)('is unavailable while its keys cannot be fetched (%s)', async (keys) => {
    const person = { sub: '1', email: 'keys@example.com' };
    const attempt = async () => {
      const { url, transaction } = await world.gateway().beginGoogle({});
      return world.gateway().finishGoogle({ ...provider.signIn(url, person), transaction }, { deadlineMs: 20_000 });
    };
    provider.faults = { keys };
    await expect(attempt()).rejects.toMatchObject(unavailable);
    expect(await world.count('users')).toBe(0);
    provider.faults = {};
    expect((await attempt()).handoffToken).toMatch(/^ey/);
  });

  it('must name itself in the redirect when its metadata promises that (RFC 9207)', async () => {
    provider.faults = { namesItself: true };
    const { url, transaction } = await world.gateway().beginGoogle({});
    const sent = { ...provider.signIn(url, { sub: '1', email: 'iss@example.com' }), transaction };
    await expect(world.gateway().finishGoogle(sent)).rejects.toMatchObject({ code: 'google_refused' });
    expect((await world.gateway().finishGoogle({ ...sent, issuer: provider.issuer })).handoffToken).toMatch(/^ey/);
  });
});
