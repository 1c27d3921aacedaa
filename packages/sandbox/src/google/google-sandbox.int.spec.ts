import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { startGoogleSandbox, type GoogleSandbox } from './google-sandbox.js';
import { signInAtSandbox, type Typed } from './person-at-sandbox.js';

const CALLBACK = 'http://localhost:8080/api/auth/google/callback';
const VERIFIER = 'v'.repeat(43);
const ann = { email: 'ann@example.com', name: 'Ann <b>Onymous</b>' };

describe("the sandbox's OpenID provider", () => {
  let google: GoogleSandbox;
  beforeAll(async () => void (google = await startGoogleSandbox({ redirectUri: CALLBACK })));
  afterAll(() => google?.close());

  const askedFor = (changed: Record<string, string> = {}) => {
    const query = {
      response_type: 'code',
      client_id: google.client.id,
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      state: 'a state',
      nonce: 'a nonce',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      prompt: 'select_account',
      ...changed,
    };
    return `${google.issuer}/auth?${new URLSearchParams(query).toString()}`;
  };
  const redeem = async (code: string, changed: Record<string, string> = {}) => {
    const form = {
      client_id: google.client.id,
      client_secret: google.client.secret,
      code_verifier: VERIFIER,
      ...changed,
    };
    const response = await fetch(`${google.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...form }),
    });
    return { status: response.status, body: (await response.json()) as { id_token: string; error?: string } };
  };
  const claimsOf = async (typed: Typed) => {
    const back = new URL(await signInAtSandbox(askedFor(), typed));
    const { body } = await redeem(back.searchParams.get('code')!);
    const keys = createRemoteJWKSet(new URL(`${google.issuer}/jwks`));
    return (await jwtVerify(body.id_token, keys, { issuer: google.issuer, audience: google.client.id })).payload;
  };
  const codeOf = async () => new URL(await signInAtSandbox(askedFor(), ann)).searchParams.get('code')!;

  it('signs in any person that is typed, the same one for the same e-mail, with the e-mail verified or not', async () => {
    const first = await claimsOf(ann);
    expect(first).toMatchObject({ email: ann.email, name: ann.name, email_verified: true, nonce: 'a nonce' });
    const again = await claimsOf({ ...ann, email: 'ANN@example.com', isEmailVerified: false });
    expect(again).toMatchObject({ sub: first.sub, email_verified: false });
    expect((await claimsOf({ ...ann, email: 'bob@example.com' })).sub).not.toBe(first.sub);
  });

  it('returns its issuer (RFC 9207) and the state, and access_denied for a closed page', async () => {
    const back = new URL(await signInAtSandbox(askedFor(), ann)).searchParams;
    expect([back.get('state'), back.get('iss')]).toEqual(['a state', google.issuer]);
    const cancelled = new URL(await signInAtSandbox(askedFor(), 'cancel')).searchParams;
    expect([cancelled.get('state'), cancelled.get('error')]).toEqual(['a state', 'access_denied']);
  });

  it('redirects to no other address, and starts no sign-in without PKCE', async () => {
    const elsewhere = await fetch(askedFor({ redirect_uri: 'https://evil.example/' }), { redirect: 'manual' });
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([400, null]);
    const back = await fetch(askedFor({ code_challenge: '' }), { redirect: 'manual' });
    expect(back.headers.get('location')).toContain('error=invalid_request');
  });

  it.each([
    ['another secret', { client_secret: 'guessed' }, 401],
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 400],
    ['another address', { redirect_uri: 'http://localhost:8080/other' }, 400],
  ])('gives no token for a code with %s, nor twice for one code', async (_what, changed, status) => {
    expect((await redeem(await codeOf(), changed)).status).toBe(status);
    const code = await codeOf();
    expect((await redeem(code)).status).toBe(200);
    expect((await redeem(code)).body.error).toBe('invalid_grant');
  });

  it('shows typed text only as text, in a page that runs no script', async () => {
    await claimsOf(ann);
    const begun = await fetch(askedFor(), { redirect: 'manual' });
    const page = await fetch(new URL(begun.headers.get('location')!, google.issuer));
    const html = await page.text();
    expect(html).toContain('Ann &lt;b&gt;Onymous&lt;/b&gt; (ann@example.com)');
    expect(html).not.toContain('<b>');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; form-action 'self' http:\/\/localhost:8080;/,
    );
  });

  it('answers only at its own address', async () => {
    const status = await new Promise((resolve) =>
      request(
        `${google.issuer}/.well-known/openid-configuration`,
        { headers: { host: 'evil.example' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      ).end(),
    );
    expect(status).toBe(421);
  });

  it('uses another port when the wanted one is taken', async () => {
    const other = await startGoogleSandbox({ redirectUri: CALLBACK, port: Number(new URL(google.issuer).port) });
    try {
      expect(other.issuer).not.toBe(google.issuer);
      expect((await fetch(`${other.issuer}/.well-known/openid-configuration`)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
