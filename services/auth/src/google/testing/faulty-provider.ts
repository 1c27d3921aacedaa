import { SignJWT } from 'jose';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The parameters with which the browser returns to the callback. */
export interface SentBack {
  state: string;
  code: string;
  error: string;
  issuer: string;
}

/** The provider's faults; none by default. */
export interface Faults {
  /** Changes the claims of an ID token; undefined takes a claim away. */
  claims?: Record<string, unknown>;
  signed?: 'none' | 'HS256' | 'unknown kid' | 'ES256';
  token?: 'invalid_grant' | '500' | 'slow' | 'long' | 'html' | 'redirect' | 'no id_token';
  keys?: '500' | 'html' | 'slow';
  discovery?: '500' | 'other issuer' | 'plain http';
  /** Announces in its discovery document that every redirect names it (RFC 9207). */
  namesItself?: boolean;
}

export const CLIENT = { id: 'precis-under-test', secret: 'not-so-secret' };

/** Generated once per process, because an RSA key takes 0.2 s of processor time. The provider never publishes the key `stranger`. */
const KEYS = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  curve: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  stranger: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** An OpenID provider with the faults that a test sets; otherwise it checks requests like a real one. */
export class FaultyProvider {
  faults: Faults = {};
  readonly requests: string[] = [];
  private readonly codes = new Map<string, { query: URLSearchParams; person: Record<string, unknown> }>();
  private server: Server;

  static async start(): Promise<FaultyProvider> {
    const provider = new FaultyProvider();
    provider.server = createServer((request, response) => void provider.answer(request, response));
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Settings of auth for this provider. */
  get settings(): Record<string, string> {
    return { GOOGLE_ISSUER: this.issuer, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret };
  }

  /** Signs in as this person, like a browser that was sent to `url`. */
  signIn(
    url: string,
    person: { sub: string; email?: string; email_verified?: unknown; name?: string; hd?: string },
  ): SentBack {
    const query = new URL(url).searchParams;
    const code = randomBytes(16).toString('base64url');
    this.codes.set(code, { query, person: { email_verified: true, ...person } });
    return { state: query.get('state')!, code, error: '', issuer: '' };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    this.requests.push(path);
    const json = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const fault = path === '/token' ? this.faults.token : path === '/keys' ? this.faults.keys : this.faults.discovery;
    if (fault === 'slow') return;
    if (fault === '500') return json(500, { error: 'server_error' });
    if (fault === 'html') return void response.writeHead(200).end('<!doctype html><h1>Sorry</h1>');
    if (fault === 'redirect') return void response.writeHead(307, { location: `${this.issuer}/token2` }).end();
    if (fault === 'long') return void response.writeHead(200).end(`{"id_token":"${'x'.repeat(5_000_000)}"}`);
    if (fault === 'invalid_grant') return json(400, { error: 'invalid_grant', error_description: 'Bad Request' });
    if (path === '/token') return this.token(new URLSearchParams(await text(request)), json);
    if (path === '/keys')
      return json(200, { keys: [jwkOf(KEYS.rsa.publicKey, 'RS256'), jwkOf(KEYS.curve.publicKey, 'ES256')] });
    json(200, {
      issuer: fault === 'other issuer' ? 'https://accounts.example.com' : this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: fault === 'plain http' ? 'http://accounts.example.com/token' : `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      ...(this.faults.namesItself && { authorization_response_iss_parameter_supported: true }),
    });
  }

  /** Checks the token request by RFC 6749 and RFC 7636: the client's secret, a single use of the code, the PKCE verifier. */
  private async token(form: URLSearchParams, json: (status: number, body: unknown) => void): Promise<void> {
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return json(401, { error: 'invalid_client' });
    const grant = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isSound =
      grant?.query.get('code_challenge') === challenge &&
      grant.query.get('code_challenge_method') === 'S256' &&
      grant.query.get('redirect_uri') === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code';
    if (!isSound) return json(400, { error: 'invalid_grant' });
    const idToken = await this.idToken(grant.query, grant.person);
    json(200, { access_token: 'for-nothing', ...(this.faults.token === 'no id_token' ? {} : { id_token: idToken }) });
  }

  private async idToken(query: URLSearchParams, person: Record<string, unknown>): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: this.issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: query.get('nonce') };
    const claims = JSON.parse(JSON.stringify({ ...usual, ...person, ...this.faults.claims }));
    const signed = (alg: string, key: KeyObject | Uint8Array, kid: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);
    if (this.faults.signed === 'none') return `${base64url({ alg: 'none' })}.${base64url(claims)}.`;
    if (this.faults.signed === 'unknown kid') return signed('RS256', KEYS.stranger.privateKey, 'stranger');
    if (this.faults.signed === 'ES256') return signed('ES256', KEYS.curve.privateKey, 'ES256');
    const publicPem = KEYS.rsa.publicKey.export({ format: 'pem', type: 'spki' }) as string;
    if (this.faults.signed === 'HS256') return signed('HS256', Buffer.from(publicPem), 'RS256');
    return signed('RS256', KEYS.rsa.privateKey, 'RS256');
  }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwkOf = (key: KeyObject, alg: string) => ({ ...key.export({ format: 'jwk' }), alg, use: 'sig', kid: alg });
