import { readFileSync } from 'node:fs';
import { registerUnverified, registerWithKey } from '../deployment/accounts.js';
import type { Answer, CallOptions } from '../deployment/call.js';
import { type Deployment, useDeployment } from '../deployment/deployment.js';
import { runCommand } from '../deployment/run-command.js';
import { type Caller, type Cast, type Outcomes, OWN, type Sent, type Stage, STRANGERS } from './callers.js';
import { TABLE } from './expected-outcomes.js';
import { freshPerson, linkFor, refused, stateOf } from './people.js';

jest.setTimeout(120_000);

const { paths } = JSON.parse(
  readFileSync(new URL('../../../../services/gateway/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, { security?: Record<string, []>[] }>> };
const ROUTES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);
/** Those that change nothing come first, because the state of A after one of them is also the state before the next. */
const READING_FIRST = [...ROUTES].sort((one, other) => Number(changes(one)) - Number(changes(other)));
/** Routes whose query identifies a sign-in or a page. An additional claim would make it another request. */
const WITHOUT_CLAIMS = ['GET /api/auth/google/callback'];

describe('the matrix of authorisation (API-3, API-4, API-6)', () => {
  // Each reading of an account's state is an export.
  const using = useDeployment({ EXPORTS_PER_HOUR: '10000' });
  let precis: Deployment;
  let suspended: Stage['suspended'];
  let closedKey: string;
  let shared: Cast;
  /** The state of the shared A, as long as only reading routes were called since. */
  let known: object | undefined;
  /** The shared people, except for those whom the row would spoil for other rows. */
  const castFor = async (fresh: (keyof Cast)[] = []): Promise<Cast> => {
    const [a, b, unverified] = await Promise.all([
      fresh.includes('a') ? freshPerson(precis) : shared.a,
      fresh.includes('b') ? registerWithKey(precis) : shared.b,
      fresh.includes('unverified') ? registerUnverified(precis) : shared.unverified,
    ]);
    return { a, b, unverified };
  };

  beforeAll(async () => {
    precis = using();
    const [one, other, all] = await Promise.all([
      registerWithKey(precis),
      registerWithKey(precis),
      castFor(['a', 'b', 'unverified']),
    ]);
    shared = all;
    suspended = { ...one, resetLink: await linkFor(precis, one.email, '/reset-password') };
    const words = ['suspend', one.email, '--operator', 'e2e', '--reason', 'a test'];
    await runCommand('packages/operator/dist/main.js', precis.operator, words);
    closedKey = other.key;
    await precis.call('DELETE', '/api/user/account', { token: other.token, body: { password: other.password } });
    await Promise.all([{ token: one.token }, { key: one.key }, { key: closedKey }].map((was) => refused(precis, was)));
  });

  it('has every route of the document, and no other', () => {
    expect(Object.keys(TABLE).sort()).toEqual([...ROUTES].sort());
  });

  it.each(ROUTES)('%s: the document demands the credentials that the table admits', (route) => {
    const [method, path] = route.split(' ');
    const schemes = (paths[path][method.toLowerCase()].security ?? []).flatMap((one) => Object.keys(one));
    const { expected } = TABLE[route];
    const needsOne = expected.nobody.startsWith('401') && route !== 'POST /api/auth/login';
    expect({ key: schemes.includes('api-key'), session: schemes.includes('session') }).toEqual({
      key: needsOne && !/^40[13]/.test(expected['A key']),
      session: needsOne && !/^40[13]/.test(expected['A session']),
    });
  });

  it.each(READING_FIRST)(
    '%s admits only callers in the table, and shows or changes nothing of A for others',
    async (route) => {
      const { expected, fresh, send, prepare } = TABLE[route];
      const [method, template] = route.split(' ');
      const stage: Stage = { ...(await castFor(fresh)), suspended, closedKey };
      const { a } = stage;
      const prepared = await prepare?.(precis, stage);
      const ask = async (caller: Caller): Promise<Answer> => {
        const sent = { ...send?.(stage, caller), ...prepared?.(caller) } as Sent;
        const {
          query = '',
          id = template === '/api/auth/sessions/{id}' ? a.sessionId : undefined,
          deliveryId,
          body,
          ...rest
        } = sent;
        const ids: Record<string, string | undefined> = { id, deliveryId };
        const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
          const found = ids[name];
          if (found === undefined) throw new Error(`what of A is {${name}}?`);
          return found;
        });
        const claims = { account_id: a.id, accountId: a.id, userId: a.id, sessionId: a.sessionId };
        const claimed = WITHOUT_CLAIMS.includes(route) ? '' : `${query ? '&' : '?'}${new URLSearchParams(claims)}`;
        const credential = credentialOf(caller, stage);
        return precis.call(method, path + query + claimed, {
          ...rest,
          ...credential,
          headers: { 'x-account-id': a.id, 'x-user-id': a.id, ...credential.headers, ...rest.headers },
          body: method === 'GET' ? undefined : { ...claims, ...(body as object) },
        });
      };

      const found: Partial<Outcomes> = {};
      // An export costs as much as ten other calls.
      const before = (changes(route) ? undefined : known) ?? (await stateOf(precis, a));
      known = undefined;
      const secrets = [a.id, a.email, a.token, a.key, a.sessionId, a.activityId];
      const answers = await Promise.all(STRANGERS.map(async (caller) => ({ caller, answer: await ask(caller) })));
      for (const { caller, answer } of answers) {
        found[caller] = outcomeOf(answer);
        const shown = answer.text + JSON.stringify([...answer.headers]);
        expect({ caller, shown: secrets.filter((secret) => shown.includes(secret)) }).toEqual({ caller, shown: [] });
      }
      const after = await stateOf(precis, a);
      expect(after).toEqual(before);
      if (!changes(route)) known = after;
      for (const caller of OWN) found[caller] = outcomeOf(await ask(caller));
      expect(found).toEqual(expected);
    },
  );
});

/** Whether A's own calls, or the preparation, may change what A sees. */
function changes(route: string): boolean {
  return !route.startsWith('GET ') || TABLE[route]?.prepare !== undefined;
}

function credentialOf(caller: Caller, { a, b, unverified, suspended, closedKey }: Stage): CallOptions {
  const known = Buffer.from(`${unverified.email}:${unverified.password}`).toString('base64');
  return {
    nobody: {},
    unverified: { headers: { authorization: `Basic ${known}` } },
    'suspended session': { token: suspended.token },
    'suspended key': { key: suspended.key },
    "closed account's key": { key: closedKey },
    'B key': { key: b.key },
    'B session': { token: b.token },
    'ended session': { token: a.endedToken },
    'revoked key': { key: a.revokedKey },
    'A key': { key: a.key },
    'A session': { token: a.token },
  }[caller];
}

/** The status with the code of a refusal, or with the content of a redirect's address. */
function outcomeOf({ status, body, headers }: Answer): string {
  const location = headers.get('location');
  if (location === null || status < 300) return [status, ...(status < 300 ? [] : [body?.code])].join(' ');
  const { pathname, searchParams } = new URL(location);
  if (pathname !== '/auth/callback') return `${status} to the provider`;
  return `${status} ${searchParams.get('error') ?? [...searchParams.keys()].join()}`;
}
