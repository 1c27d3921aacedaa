import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Account, register, registerWithKey } from '../deployment/accounts.js';
import type { Answer, CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { boundaryValues, departures, neededFields, type Schema, smallestBody, withNullable } from './openapi-values.js';

interface Response {
  headers?: Record<string, { $ref: string }>;
  /** Absent for a redirect. */
  content?: { 'application/json'?: { schema: Schema & { $ref?: string } }; 'text/csv'?: object };
}
interface Operation {
  responses: Record<string, Response>;
  security?: Record<string, []>[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } };
  parameters?: { in: string; name: string; schema: Schema }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    headers: Record<string, { required: boolean }>;
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, object>;
  };
}
type Route = [name: string, route: { method: string; path: string; operation: Operation }];

const committed = readFileSync(new URL('../../../../services/gateway/openapi.json', import.meta.url), 'utf8');
const document = withNullable(JSON.parse(committed)) as Document;
const ROUTES: Route[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): Route => [
    `${method.toUpperCase()} ${path}`,
    { method: method.toUpperCase(), path, operation },
  ]),
);
const HEADERS = new Set(
  ROUTES.flatMap(([, { operation }]) =>
    Object.values(operation.responses).flatMap(({ headers }) => Object.keys(headers ?? {})),
  ),
);
const OF_THE_FORM = ['missing_parameter', 'invalid_parameter'];
const VIDEO = { url: 'https://youtu.be/precisDemo1', summary_type: 'short' };
const BODIES: Record<string, object> = {
  '/api/youtube/summarize': VIDEO,
  '/api/youtube/playground/summarize': VIDEO,
  '/api/youtube/info': VIDEO,
  '/api/youtube/transcript': VIDEO,
  '/api/youtube/estimate': VIDEO,
  '/api/auth/update-password': { currentPassword: 'pw-canary-wrong', newPassword: 'pw-canary' },
  '/api/user/profile': { name: 'Erin', email: 'no-address' },
  '/api/user/notifications': { tips: true, usage_alerts: true, plan_reminders: true, referral_news: true },
  '/api/user/account': { password: 'pw-canary-wrong' },
};

/** Compares the OpenAPI document with the server that it describes. */
export function openApiContract(using: () => Deployment): void {
  /** One exchange, whose status, headers and body must match the document. */
  async function ask({ method, path, operation }: Route[1], options: CallOptions, query = ''): Promise<Answer> {
    const answer = await using().call(method, path.replaceAll(/\{\w+\}/g, () => randomUUID()) + query, options);
    const response = operation.responses[answer.status] as Response | undefined;
    expect({ status: answer.status, documented: response !== undefined, code: answer.body?.code }).toMatchObject({
      documented: true,
    });
    const sent = [...HEADERS].filter((name) => answer.headers.has(name));
    expect(Object.keys(response!.headers ?? {})).toEqual(expect.arrayContaining(sent));
    const promised = Object.entries(response!.headers ?? {}).filter(([name, { $ref }]) =>
      isPromised(name, $ref, answer.status),
    );
    expect(sent).toEqual(expect.arrayContaining(promised.map(([name]) => name)));
    const { 'application/json': json, 'text/csv': table } = response!.content ?? {};
    const schema = json?.schema;
    if (!schema && table) expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    else if (!schema) expect(answer.text).toBe('');
    if (!schema) return answer;
    expect(
      departures(answer.body, schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema),
    ).toEqual([]);
    return answer;
  }

  describe('the OpenAPI document', () => {
    let keyless: Account;
    let keyed: Account & { key: string };
    beforeAll(async () => {
      [keyless, keyed] = await Promise.all([register(using()), registerWithKey(using())]);
    });
    /** Without a key there is none to rotate, so the next test is not affected. */
    const credentialFor = ({ security }: Operation): CallOptions => {
      const schemes = (security ?? []).flatMap((one) => Object.keys(one));
      return schemes.length === 0 ? {} : schemes.includes('session') ? { token: keyless.token } : { key: keyed.key };
    };

    it('is served as it is committed', async () => {
      expect((await using().call('GET', '/api/openapi.json')).body).toEqual(JSON.parse(committed));
    });

    it('tells API keys and sessions apart', () => {
      expect(document.components.securitySchemes).toMatchObject({
        'api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' },
        'api-key-bearer': { type: 'http', scheme: 'bearer' },
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      });
      const schemesOf = (path: string, method: string) =>
        (document.paths[path][method].security ?? []).flatMap((one) => Object.keys(one));
      expect(schemesOf('/api/youtube/summarize', 'post')).toEqual(['api-key', 'api-key-bearer']);
      expect(schemesOf('/api/youtube/info', 'post')).toEqual(['api-key', 'api-key-bearer', 'session']);
      expect(schemesOf('/api/usage/summary', 'get')).toEqual(['api-key', 'api-key-bearer', 'session']);
      expect(schemesOf('/api/auth/me', 'get')).toEqual(['session']);
      expect(schemesOf('/api/info', 'get')).toEqual([]);
    });

    it.each(ROUTES.filter(([, { operation }]) => operation.requestBody))(
      '%s takes every field at its bounds and nothing beyond, and says what it takes',
      async (_name, route) => {
        const { required, content } = route.operation.requestBody!;
        const { schema } = content['application/json'];
        const base = smallestBody(schema);
        const send = (body: object) => ask(route, { ...credentialFor(route.operation), body });
        for (const [name, field] of Object.entries(schema.properties!)) {
          const { accepted, refused } = boundaryValues(field);
          (neededFields(schema).includes(name) ? refused : accepted).push(undefined);
          for (const value of accepted) {
            const { body } = await send({ ...base, [name]: value });
            expect({ name, value, code: OF_THE_FORM.includes(body.code) && body.error }).toEqual({
              name,
              value,
              code: false,
            });
          }
          for (const value of refused) {
            const { status, body } = await send({ ...base, [name]: value });
            expect({ name, value, status, code: body.code }).toEqual({
              name,
              value,
              status: 400,
              code: expect.stringMatching(OF_THE_FORM.join('|')),
            });
            expect(body.error).toMatch(new RegExp(`${name}\\b.*${escaped(field.description!)}$`));
          }
        }
        const empty = await ask(route, credentialFor(route.operation));
        expect({ required, code: empty.body.code }).toEqual({
          required,
          code: required ? 'missing_parameter' : expect.not.stringMatching(/parameter/),
        });
      },
    );

    it.each(ROUTES.filter(([, { operation }]) => operation.parameters?.some((one) => one.in === 'query')))(
      '%s takes its query at its bounds and nothing beyond',
      async (_name, route) => {
        for (const { name, schema } of route.operation.parameters!.filter((one) => one.in === 'query')) {
          for (const text of ['', '2000-01', '9999-12', '1999-12', '2026-13', '2026-1', 'md', 'false', 'x'.repeat(8)]) {
            const isTaken = new RegExp(schema.pattern!).test(text) && text.length <= schema.maxLength!;
            const { status } = await ask(route, credentialFor(route.operation), `?${name}=${text}`);
            // No account owns the id in the path, and no mail contained the token.
            const isForeign = route.path.includes('{id}') ? 404 : name === 'token' ? 400 : 200;
            expect({ text, status }).toEqual({ text, status: isTaken ? isForeign : 400 });
          }
        }
      },
    );

    it.each(ROUTES.filter(([, { operation }]) => operation.security?.length))(
      '%s takes the credentials that it names and no other',
      async (_name, route) => {
        const account = await registerWithKey(using());
        const credentials: [string, CallOptions][] = [
          ['api-key', { key: account.key }],
          ['api-key-bearer', { token: account.key }],
          ['session', { token: account.token }],
        ];
        const body = route.method === 'GET' ? undefined : BODIES[route.path];
        expect((await ask(route, { body })).status).toBe(401);
        const named = route.operation.security!.flatMap((one) => Object.keys(one));
        // The session comes last: it may end itself or its key.
        for (const [scheme, credential] of credentials) {
          const { status } = await ask(route, { body, ...credential });
          expect({ scheme, isTaken: ![401, 403].includes(status) }).toEqual({
            scheme,
            isTaken: named.includes(scheme),
          });
        }
      },
    );

    it.each(ROUTES)('%s documents what other methods, large and foreign bodies are answered', async (_name, route) => {
      const other = await ask({ ...route, method: 'PATCH' }, {});
      const allowed = Object.keys(document.paths[route.path])
        .map((method) => method.toUpperCase())
        .sort();
      expect(
        other.headers
          .get('allow')!
          .split(', ')
          .filter((method) => !['HEAD', 'OPTIONS'].includes(method)),
      ).toEqual(allowed);
      if (route.method === 'GET') return void (await ask(route, credentialFor(route.operation)));
      expect((await ask(route, { raw: ' '.repeat(5_000_001) })).status).toBe(413);
      if (route.operation.requestBody) {
        expect(
          (
            await ask(route, {
              ...credentialFor(route.operation),
              raw: 'a=b',
              headers: { 'content-type': 'text/plain' },
            })
          ).status,
        ).toBe(415);
        expect(
          (await ask(route, { ...credentialFor(route.operation), raw: '{}', headers: { 'content-encoding': 'gzip' } }))
            .status,
        ).toBe(415);
      }
    });

    const idempotent = ROUTES.filter(
      ([, { path, operation }]) =>
        path.startsWith('/api/youtube/') && operation.parameters?.some((one) => one.name === 'Idempotency-Key'),
    );
    it.each(idempotent)('%s documents its Idempotency-Key, the replay and the mismatch', async (_name, route) => {
      const { schema } = route.operation.parameters!.find((one) => one.name === 'Idempotency-Key')!;
      const send = (key: string, body: object) =>
        ask(route, { ...credentialFor(route.operation), body, headers: { 'idempotency-key': key } });
      // The batch has one bad item, so it ends at once and costs nothing.
      const isBatch = route.path.endsWith('/batches');
      const bodyOf = (video: object) => (isBatch ? { items: [{ ...video, url: 'no video' }] } : video);
      const key = randomUUID();
      expect((await send(key, bodyOf(VIDEO))).headers.get('idempotency-replayed')).toBeNull();
      expect((await send(key, bodyOf(VIDEO))).headers.get('idempotency-replayed')).toBe('true');
      expect((await send(key, bodyOf({ ...VIDEO, summary_type: 'auto' }))).status).toBe(422);
      for (const one of ['k', 'k'.repeat(schema.maxLength!), 'k'.repeat(schema.maxLength! + 1), 'a b', 'k\u00e9']) {
        const isTaken = new RegExp(schema.pattern!).test(one);
        // A deleted video is not charged.
        const { status } = await send(one, bodyOf({ url: 'https://youtu.be/precis-gone' }));
        expect({ one, status }).toEqual({ one, status: isTaken ? (isBatch ? 202 : 404) : 400 });
      }
    });
  });
}

/**
 * The headers that must be present: those that the document requires, and on a success all except the mark of a replay and the session of a Google
 * sign-in.
 */
function isPromised(name: string, ref: string, status: number): boolean {
  return (
    document.components.headers[ref.split('/').at(-1)!].required ||
    (status === 200 && !['Idempotency-Replayed', 'X-Session-Token'].includes(name))
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
