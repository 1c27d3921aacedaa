import { eventually } from '@precis/testing/eventually';
import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { refusedWithin } from '../deployment/refused-everywhere.js';

/** Revoked keys and ended sessions are refused everywhere within 1 s of the answer (KEY-4, ACC-20). */
const LIMIT_MS = 1_000;
const VIDEO = { url: 'https://youtu.be/precisDemo1' };

export function revocationScenario(using: () => Deployment): void {
  describe('revocation', () => {
    let ann: Account & { key: string };
    beforeEach(async () => {
      ann = await registerWithKey(using());
      // Now the gateway has the key in its cache, which is the harder case.
      expect((await withKey(ann.key)).status).toBe(200);
    });
    const withKey = (key: string) => using().call('POST', '/api/youtube/info', { key, body: VIDEO });
    const me = () => using().call('GET', '/api/auth/me', { token: ann.token });

    it('a revoked key is refused within 1 s, and stays refused', async () => {
      expect((await using().call('PUT', '/api/api-key/revoke', { token: ann.token })).status).toBe(200);
      const answeredAt = performance.now();
      expectPublicError(await refusedWithin(() => withKey(ann.key)), 401, 'api_key_invalid');
      // Each of several gateways has the whole second to learn of it.
      await eventually('the second is over', () => performance.now() - answeredAt > LIMIT_MS);
      const later = await Promise.all(Array.from({ length: 20 }, () => withKey(ann.key)));
      expect(later.every(({ status }) => status === 401)).toBe(true);
    });

    it('a rotated key without a grace is refused within 1 s, its successor works at once', async () => {
      const { body } = await using().call('POST', '/api/api-key/rotate', { token: ann.token, body: {} });
      expect((await withKey(body.apiKey)).status).toBe(200);
      expectPublicError(await refusedWithin(() => withKey(ann.key)), 401, 'api_key_invalid');
      expect((await withKey(body.apiKey)).status).toBe(200);
    });

    it('a key rotated with a grace works beside its successor, on one quota, until it is revoked', async () => {
      const { body } = await using().call('POST', '/api/api-key/rotate', {
        token: ann.token,
        body: { grace_hours: 1 },
      });
      const summarise = (key: string) => using().call('POST', '/api/youtube/summarize', { key, body: VIDEO });
      const remaining = [await summarise(ann.key), await summarise(body.apiKey), await summarise(ann.key)].map(
        ({ headers }) => headers.get('x-ratelimit-remaining'),
      );
      expect(remaining).toEqual(['2', '1', '0']);
      expect((await summarise(body.apiKey)).status).toBe(429);
      await using().call('PUT', '/api/api-key/revoke', { token: ann.token });
      expectPublicError(await refusedWithin(() => withKey(ann.key)), 401);
      expectPublicError(await refusedWithin(() => withKey(body.apiKey)), 401);
    });

    it('a new key does not bring the quota back', async () => {
      const spend = (key: string) => using().call('POST', '/api/youtube/summarize', { key, body: VIDEO });
      for (let video = 0; video < 3; video++) expect((await spend(ann.key)).status).toBe(200);
      await using().call('PUT', '/api/api-key/revoke', { token: ann.token });
      const { body } = await using().call('POST', '/api/api-key/generate', { token: ann.token });
      expectPublicError(await spend(body.apiKey), 429, 'quota_exceeded');
    });

    it('logout ends the session within 1 s and leaves another session and the key alone', async () => {
      const other = (
        await using().call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password } })
      ).body.token as string;
      expect((await me()).status).toBe(200);
      expect((await using().call('POST', '/api/auth/logout', { token: ann.token })).status).toBe(200);
      expectPrivateError(await refusedWithin(me), 401);
      expect((await using().call('GET', '/api/auth/me', { token: other })).status).toBe(200);
      expect((await withKey(ann.key)).status).toBe(200);
    });
  });
}
