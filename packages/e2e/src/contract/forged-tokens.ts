import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/**
 * Variations of a valid session token that no service may accept (RFC 8725: algorithm confusion, foreign keys, altered claims). Variations that
 * only auth's own key could sign are tested in the gateway (session-token.forgery.spec.ts).
 */
export function forgedTokens(good: string): [name: string, token: string][] {
  const [head, claims, signature] = good.split('.');
  const header = decode(head);
  const payload = decode(claims);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = (newHeader: object, newPayload: object) => {
    const text = `${encode(newHeader)}.${encode(newPayload)}`;
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const hmac = (alg: string, secret: string) => {
    const text = `${encode({ ...header, alg })}.${claims}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const altered = (change: object) => `${head}.${encode({ ...payload, ...change })}.${signature}`;
  const jwk = publicKey.export({ format: 'jwk' });
  return [
    ['no signature', `${head}.${claims}.`],
    ['two parts', `${head}.${claims}`],
    ['alg none', `${encode({ ...header, alg: 'none' })}.${claims}.`],
    ['alg NONE', `${encode({ ...header, alg: 'NONE' })}.${claims}.`],
    ['alg nOnE', `${encode({ ...header, alg: 'nOnE' })}.${claims}.${signature}`],
    ['alg None with a signature', `${encode({ ...header, alg: 'None' })}.${claims}.${signature}`],
    ['HS256 with an empty secret', hmac('HS256', '')],
    ['HS256 with the kid as secret', hmac('HS256', String(header.kid))],
    ['a foreign key under our kid', signed(header, payload)],
    ['a foreign key under an unknown kid', signed({ ...header, kid: 'other' }, payload)],
    ['a foreign key without kid', signed({ alg: header.alg, typ: header.typ }, payload)],
    ['a foreign key that the header brings along', signed({ ...header, jwk }, payload)],
    ['a key address in the header', signed({ ...header, jku: 'http://127.0.0.1:1/keys' }, payload)],
    ['a certificate address in the header', signed({ ...header, x5u: 'http://127.0.0.1:1/cert.pem' }, payload)],
    ['a certificate in the header', signed({ ...header, x5c: [jwk.x] }, payload)],
    ['an unknown extension', signed({ ...header, crit: ['unknown'], unknown: 1 }, payload)],
    ['claims that are not encoded', signed({ ...header, b64: false, crit: ['b64'] }, payload)],
    ['a path as kid', signed({ ...header, kid: '../../../../dev/null' }, payload)],
    ['SQL as kid', signed({ ...header, kid: "x' UNION SELECT 'secret" }, payload)],
    ['a list as kid', signed({ ...header, kid: [header.kid] }, payload)],
    ['another type', `${encode({ ...header, typ: 'handoff+jwt' })}.${claims}.${signature}`],
    ['no end', signed(header, { ...payload, exp: undefined })],
    ['four parts', `${good}.${signature}`],
    ['five parts, as JWE has', `${encode({ alg: 'dir', enc: 'A256GCM' })}..${claims}.${claims}.${signature}`],
    ['a dot behind', `${good}.`],
    ['half of it', good.slice(0, good.length / 2)],
    ['a token within a token', signed({ ...header, cty: 'JWT' }, { ...payload, token: good })],
    ['a later end', altered({ exp: Number(payload.exp) + 86_400 })],
    ['another account', altered({ sub: '00000000-0000-0000-0000-000000000000' })],
    ['another session', altered({ sid: '00000000-0000-0000-0000-000000000000' })],
    ['a signature of zeros', `${head}.${claims}.${Buffer.alloc(64).toString('base64url')}`],
    [
      'a signature altered at its front',
      `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    ],
    ['claims that are no JSON', `${head}.${Buffer.from('{').toString('base64url')}.${signature}`],
  ];
}
