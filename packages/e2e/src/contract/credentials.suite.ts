import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { forgedTokens } from './forged-tokens.js';

type Route = [method: string, path: string, body?: object];

const VIDEO = { url: 'https://youtu.be/precisDemo1' };
const SESSION_ROUTES: Route[] = [
  ['GET', '/api/auth/me'],
  ['POST', '/api/auth/logout'],
  ['GET', '/api/auth/sessions'],
  ['DELETE', '/api/auth/sessions'],
  ['DELETE', '/api/auth/sessions?all=true'],
  ['DELETE', '/api/auth/sessions/0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['PUT', '/api/auth/update-password', { newPassword: 'pw-canary' }],
  ['PUT', '/api/user/profile', { name: 'Ann', email: 'ann@customer.example' }],
  ['GET', '/api/user/activity'],
  ['GET', '/api/user/export'],
  ['GET', '/api/user/notifications'],
  ['PUT', '/api/user/notifications', {}],
  ['DELETE', '/api/user/account', {}],
  ['POST', '/api/api-key/generate'],
  ['POST', '/api/api-key/rotate', {}],
  ['PUT', '/api/api-key/revoke'],
  ['GET', '/api/subscription/my-plan'],
  ['POST', '/api/subscription/cancel'],
  ['GET', '/api/payment/history'],
  ['GET', '/api/payment/session/0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['GET', '/api/payment/receipt/0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['GET', '/api/wallet/statement'],
  ['GET', '/api/referral/link'],
  ['GET', '/api/referral/stats'],
  ['GET', '/api/referral/history'],
  ['GET', '/api/usage/details'],
  ['GET', '/api/usage/clients'],
  ['GET', '/api/usage/details.csv'],
  ['GET', '/api/payment/history.csv'],
  ['POST', '/api/youtube/playground/summarize', VIDEO],
];
const SUMMARISE: Route = ['POST', '/api/youtube/summarize', VIDEO];
const INFO: Route = ['POST', '/api/youtube/info', VIDEO];
const USAGE_SUMMARY: Route = ['GET', '/api/usage/summary'];
const SUMMARIES: Route = ['GET', '/api/youtube/summaries'];

/** Which credential is accepted on which route (API-3, API-4, KEY-10, ACC-22). */
export function credentialsContract(using: () => Deployment): void {
  describe('credentials', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });
    const on = ([method, path, body]: Route, credential: object) => using().call(method, path, { body, ...credential });
    const bearer = (value: string) => ({ headers: { authorization: value } });

    it.each(SESSION_ROUTES)(
      '%s %s: an API key is 403 in either header, no credential and a bad one are 401',
      async (...route) => {
        expectPrivateError(await on(route, { key: ann.key }), 403);
        expectPrivateError(await on(route, { token: ann.key }), 403);
        expectPrivateError(await on(route, {}), 401);
        expectPrivateError(await on(route, { token: 'nonsense' }), 401);
        expectPrivateError(await on(route, { key: `prc_${'0'.repeat(46)}` }), 401);
      },
    );

    it('none of these refusals took the key away or ended the session', async () => {
      const { status, body } = await on(['GET', '/api/auth/me'], { token: ann.token });
      expect({ status, key: body.user.apiKey }).toEqual({ status: 200, key: ann.key });
    });

    it.each([SUMMARISE])(
      '%s %s: a session token is 401 in either header, no credential and a bad one too',
      async (...route) => {
        expectPublicError(await on(route, { token: ann.token }), 401);
        expectPublicError(await on(route, { key: ann.token }), 401);
        expectPublicError(await on(route, {}), 401);
        expectPublicError(await on(route, { key: `prc_${'0'.repeat(46)}` }), 401);
      },
    );

    it.each([USAGE_SUMMARY, INFO, SUMMARIES])('%s %s takes both, and neither when it is bad', async (...route) => {
      for (const good of [{ token: ann.token }, { key: ann.key }, { token: ann.key }])
        expect((await on(route, good)).status).toBe(200);
      for (const bad of [{}, { token: 'nonsense' }, { key: `${ann.key}x` }, { key: `prc_${'0'.repeat(46)}` }])
        expect((await on(route, bad)).status).toBe(401);
    });

    it('info refuses in the body of the public API, whatever the credential', async () => {
      expectPublicError(await on(INFO, {}), 401, 'api_key_missing');
      expectPublicError(await on(INFO, { token: 'nonsense' }), 401, 'session_invalid');
    });

    it('a key that differs in one character, in case or in length is 401', async () => {
      const last = ann.key.at(-1) === 'A' ? 'B' : 'A';
      const swapped = ann.key.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
      for (const key of [
        ann.key.slice(0, -1),
        `${ann.key}A`,
        ann.key.slice(0, -1) + last,
        swapped,
        ann.key.replace('prc_', 'PRC_'),
      ]) {
        expectPublicError(await on(INFO, { key }), 401);
      }
    });

    it.each([
      '',
      'Bearer',
      'Bearer ',
      'Basic cHJjOnByYw==',
      'Bearer a b',
      'Token x',
      `Bearer ${'x'.repeat(5_000)}`,
      'Bearer null',
      'Bearer undefined',
    ])('Authorization %j is 401', async (value) => {
      expectPrivateError(await on(SESSION_ROUTES[0], bearer(value)), 401);
      expectPublicError(await on(INFO, bearer(value)), 401);
    });

    it('forged session tokens are 401 on every kind of route', async () => {
      for (const [name, token] of forgedTokens(ann.token)) {
        const answers = [await on(SESSION_ROUTES[0], { token }), await on(USAGE_SUMMARY, { token })];
        expect({ name, statuses: answers.map(({ status }) => status) }).toEqual({ name, statuses: [401, 401] });
      }
    });

    it('a credential in the query string or in the body opens nothing', async () => {
      const { call } = using();
      expectPublicError(
        await call('POST', `/api/youtube/info?api_key=${ann.key}&x-api-key=${ann.key}`, {
          body: { ...VIDEO, api_key: ann.key },
        }),
        401,
      );
      expectPrivateError(await call('GET', `/api/auth/me?token=${ann.token}&access_token=${ann.token}`), 401);
    });

    it('an account id that the client sends is never believed', async () => {
      const id = using().demo.account_id;
      const { body } = await using().call('GET', `/api/usage/summary?account_id=${id}&accountId=${id}`, {
        token: ann.token,
        headers: { 'x-account-id': id, 'account-id': id, 'x-user-id': id },
      });
      expect(body.data.current.limit).toBe(3);
    });

    it('no 401 says why a key is bad: revoked, unknown and malformed read alike', async () => {
      const bob = await registerWithKey(using());
      await using().call('PUT', '/api/api-key/revoke', { token: bob.token });
      const errors = [];
      for (const key of [bob.key, `prc_${'0'.repeat(46)}`, 'prc_']) errors.push((await on(INFO, { key })).body.error);
      // The revoked one was never used before, so no cache can have it.
      expect(new Set(errors).size).toBe(1);
    });
  });
}
