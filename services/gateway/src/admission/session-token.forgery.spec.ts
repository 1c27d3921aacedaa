import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { AuthRpc } from '../rpc-clients.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

const KID = 'k1';
const NOW_SECONDS = 1_800_000_000;
const clock = { now: () => new Date(NOW_SECONDS * 1_000) };
const ours = generateKeyPairSync('ed25519');
const foreign = generateKeyPairSync('ed25519');
const foreignEc = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicJwk = ours.publicKey.export({ format: 'jwk' });
const foreignJwk = foreign.publicKey.export({ format: 'jwk' });
const jwksJson = JSON.stringify({ keys: [{ ...publicJwk, kid: KID, alg: 'EdDSA', use: 'sig' }] });

const HEADER = { alg: 'EdDSA', kid: KID, typ: 'session+jwt' };
const CLAIMS = { sid: 'session-1', sub: 'account-1', iat: NOW_SECONDS, exp: NOW_SECONDS + 86_400 };

const text = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
/** `undefined` in a change removes the field. */
const made = (header: unknown, claims: unknown, signature: (input: string) => Buffer) => {
  const input = `${text(header)}.${text(claims)}`;
  return `${input}.${signature(input).toString('base64url')}`;
};
const by =
  (key: KeyObject, hash: string | null = null) =>
  (input: string) =>
    sign(hash, Buffer.from(input), key);
/** Signed by auth's own key: the content is wrong, not the signature. */
const signed = (header: object, claims: unknown = CLAIMS) =>
  made({ ...HEADER, ...header }, claims, by(ours.privateKey));
const claiming = (claims: object) => signed({}, { ...CLAIMS, ...claims });
/** Signed by a foreign key. */
const forged = (header: object) => made({ ...HEADER, ...header }, CLAIMS, by(foreign.privateKey));
const hmac = (alg: string, secret: string | Buffer) =>
  made({ ...HEADER, alg }, CLAIMS, (input) =>
    createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
      .update(input)
      .digest(),
  );
const good = signed({});
const [head, body, signature] = good.split('.');
const signatureBytes = Buffer.from(signature, 'base64url');

/** The order of the Ed25519 group, little-endian. S + L gives the same point, and must not be accepted as a second signature. */
const ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
function withSecondSpelling(bytes: Buffer): Buffer {
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + ORDER;
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()]);
}
/** The encoding of ECDSA signatures in certificates. */
function inDer(bytes: Buffer): Buffer {
  const integer = (part: Buffer) => Buffer.concat([Buffer.from([0x02, 33, 0]), part]);
  const both = Buffer.concat([integer(bytes.subarray(0, 32)), integer(bytes.subarray(32))]);
  return Buffer.concat([Buffer.from([0x30, both.length]), both]);
}
const resigned = (bytes: Buffer) => `${head}.${body}.${bytes.toString('base64url')}`;

/** Attacks from RFC 8725 and from known flaws of other verifiers, by kind. */
const FORGERIES: Record<string, Record<string, string>> = {
  'no algorithm': {
    ...Object.fromEntries(
      ['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg) => [
        [`alg ${JSON.stringify(alg)} without a signature`, `${text({ ...HEADER, alg })}.${body}.`],
        [`alg ${JSON.stringify(alg)} with a signature`, signed({ alg })],
      ]),
    ),
    'alg absent': signed({ alg: undefined }),
    'alg as a list': signed({ alg: ['EdDSA'] }),
  },
  'another algorithm': {
    'HS256 with the public key as bytes': hmac('HS256', Buffer.from(publicJwk.x!, 'base64url')),
    'HS256 with the public key as text': hmac('HS256', publicJwk.x!),
    'HS256 with the public key as PEM': hmac('HS256', ours.publicKey.export({ type: 'spki', format: 'pem' })),
    'HS256 with the public key as JWK': hmac('HS256', JSON.stringify(publicJwk)),
    'HS256 with the whole key set': hmac('HS256', jwksJson),
    'HS512 with the kid': hmac('HS512', KID),
    'HS256 with an empty secret': hmac('HS256', ''),
    'RS256 over our signature': signed({ alg: 'RS256' }),
    'EdDSA in small letters': signed({ alg: 'eddsa' }),
    'Ed448 over our signature': signed({ alg: 'Ed448' }),
    'ES256 with a foreign key': made({ ...HEADER, alg: 'ES256' }, CLAIMS, by(foreignEc.privateKey, 'sha256')),
  },
  'a key that the token brings along': {
    jwk: forged({ jwk: foreignJwk }),
    'jwk without kid': forged({ jwk: foreignJwk, kid: undefined }),
    jku: forged({ jku: 'http://127.0.0.1:1/keys.json' }),
    x5u: forged({ x5u: 'http://127.0.0.1:1/cert.pem' }),
    x5c: forged({ x5c: [foreign.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] }),
  },
  'an extension': {
    'crit with an unknown name': signed({ crit: ['exp2'], exp2: 1 }),
    'crit that is empty': signed({ crit: [] }),
    'crit that names alg': signed({ crit: ['alg'] }),
    'b64 false, crit': signed({ b64: false, crit: ['b64'] }),
    'b64 false, the claims in clear': `${text({ ...HEADER, b64: false, crit: ['b64'] })}.${JSON.stringify(CLAIMS)}.${signature}`,
  },
  'a kid': {
    absent: signed({ kid: undefined }),
    'that is a list': signed({ kid: [KID] }),
    'that is an object': signed({ kid: { toString: KID } }),
    'that is a number': signed({ kid: 1 }),
    'that is null': signed({ kid: null }),
    'that is empty': signed({ kid: '' }),
    'that is a path': signed({ kid: '../../../../dev/null' }),
    'that is SQL': signed({ kid: "x' UNION SELECT 'secret" }),
    'that is a name of every object': signed({ kid: '__proto__' }),
    'in other letters': signed({ kid: KID.toUpperCase() }),
  },
  'another purpose': {
    handoff: signed({ typ: 'handoff+jwt' }),
    'any JWT': signed({ typ: 'JWT' }),
    none: signed({ typ: undefined }),
    'a list': signed({ typ: ['session+jwt'] }),
  },
  'an end': {
    'a second ago': claiming({ exp: NOW_SECONDS - 1 }),
    'right now': claiming({ exp: NOW_SECONDS }),
    absent: claiming({ exp: undefined }),
    'as a text': claiming({ exp: String(CLAIMS.exp) }),
    'as a list': claiming({ exp: [CLAIMS.exp] }),
    'in milliseconds': claiming({ exp: CLAIMS.exp * 1_000 }),
    'that is huge': claiming({ exp: 1e300 }),
    'beyond every number': signed({}, JSON.stringify(CLAIMS).replace(String(CLAIMS.exp), '1e999')),
    'that is negative': claiming({ exp: -CLAIMS.exp }),
    null: claiming({ exp: null }),
  },
  'a beginning': {
    'an hour ahead': claiming({ nbf: NOW_SECONDS + 3_600 }),
    'as a text': claiming({ nbf: String(NOW_SECONDS) }),
  },
  'a session id': {
    absent: claiming({ sid: undefined }),
    'as a list': claiming({ sid: ['session-1'] }),
    'as a number': claiming({ sid: 1 }),
    empty: claiming({ sid: '' }),
    'without a subject': claiming({ sub: undefined }),
  },
  'claims altered after signing': {
    'another session': `${head}.${text({ ...CLAIMS, sid: 'session-2' })}.${signature}`,
    'another account': `${head}.${text({ ...CLAIMS, sub: 'account-2' })}.${signature}`,
    'a session id twice': `${head}.${text(JSON.stringify(CLAIMS).replace('{', '{"sid":"session-2",'))}.${signature}`,
    'a blank in front': `${head}.${text(` ${JSON.stringify(CLAIMS)}`)}.${signature}`,
  },
  'a shape': {
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${good}.${signature}`,
    'a dot in front': `.${good}`,
    'a dot behind': `${good}.`,
    'dots alone': '..',
    empty: '',
    'five parts, as JWE has': `${text({ alg: 'dir', enc: 'A256GCM' })}..${text('iv')}.${body}.${signature}`,
    half: good.slice(0, good.length / 2),
    'one character less': good.slice(0, -2),
    'a blank behind': `${good} `,
    'a line end inside': `${head}.${body}.${signature.slice(0, 40)}\n${signature.slice(40)}`,
    padding: `${good}==`,
    'the plain alphabet of base64': `${head}.${body}.${signatureBytes.toString('base64').replace(/=/g, '')}+`,
    'a header that is a list': made([HEADER], CLAIMS, by(ours.privateKey)),
    'a header that is no JSON': made('{', CLAIMS, by(ours.privateKey)),
    'claims that are a list': signed({}, [CLAIMS]),
    'claims that are a text': signed({}, '"session-1"'),
    'claims that are null': signed({}, 'null'),
    'claims that are no JSON': signed({}, '{'),
    'a token within a token': signed({ cty: 'JWT' }, good),
    'a megabyte of claims': claiming({ pad: 'x'.repeat(1_000_000), sid: undefined }),
    'a megabyte of nothing': 'x'.repeat(1_000_000),
    'a megabyte of dots': '.'.repeat(1_000_000),
  },
  'a signature': {
    'of another key under our kid': forged({}),
    'of another key under another kid': forged({ kid: 'k2' }),
    'of zeros': resigned(Buffer.alloc(64)),
    'in DER': resigned(inDer(signatureBytes)),
    'in its second spelling': resigned(withSecondSpelling(signatureBytes)),
    'with bytes behind': resigned(Buffer.concat([signatureBytes, Buffer.from([0])])),
    'cut to 63 bytes': resigned(signatureBytes.subarray(0, 63)),
    'of other claims': `${head}.${body}.${claiming({ sid: 'session-2' }).split('.')[2]}`,
  },
};

let fetches = 0;
const auth = {
  getSigningKeys: async () => {
    fetches++;
    return { jwksJson };
  },
} as unknown as AuthRpc;

describe('a forged session token', () => {
  const verifier = new SessionTokenVerifier(auth, clock);

  it('is tested with a verifier that accepts the genuine one', async () => {
    expect(await verifier.sessionIdOf(good)).toBe('session-1');
  });

  it.each(Object.entries(FORGERIES))('is refused as no session, without an error: %s', async (_kind, tokens) => {
    const taken: Record<string, unknown> = {};
    for (const [name, token] of Object.entries(tokens)) {
      const found = await verifier.sessionIdOf(token).catch((error: unknown) => error);
      if (found !== undefined) taken[name] = found;
    }
    expect(taken).toEqual({});
  });

  it('with an unknown kid, 10,000 times, makes the gateway ask auth for its keys at most every 500 ms', async () => {
    await verifier.sessionIdOf(good);
    const [fetchesBefore, startedMs] = [fetches, performance.now()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10_000 }, (_, index) => verifier.sessionIdOf(forged({ kid: `unknown-${index}` }))),
    );
    const windows = Math.ceil((performance.now() - startedMs) / 500);
    expect(fetches - fetchesBefore).toBeLessThanOrEqual(windows + 1);
    // 1,000 requests may wait for keys. The others are refused as busy, and none is a valid session.
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value).toBeUndefined();
      else expect(outcome.reason).toMatchObject({ kind: 'unavailable', code: 'busy' });
    }
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1_000);
    expect(await verifier.sessionIdOf(good)).toBe('session-1');
  }, 30_000);
});
