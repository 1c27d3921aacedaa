import { type Account, generateApiKey, register } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';

const KEY = /^prc_[0-9A-Za-z]{46}$/;
const HOUR_MS = 3_600_000;

/** Generate, rotate and revoke (KEY-1 to KEY-6). */
export function apiKeyContract(using: () => Deployment): void {
  const generate = (token?: string) => using().call('POST', '/api/api-key/generate', { token });
  const rotate = (token: string | undefined, body?: object) =>
    using().call('POST', '/api/api-key/rotate', { token, body });
  const revoke = (token?: string) => using().call('PUT', '/api/api-key/revoke', { token });
  const usageWith = (key: string) => using().call('GET', '/api/usage/summary', { key });
  const keyShown = async ({ token }: Account) =>
    (await using().call('GET', '/api/auth/me', { token })).body.user.apiKey as string | undefined;

  describe('API keys', () => {
    let ann: Account;
    beforeEach(async () => {
      ann = await register(using());
    });

    it('generate 200: prc_, 40 base62 characters and 6 of checksum; shown to its owner and accepted', async () => {
      const answer = await generate(ann.token);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, apiKey: expect.stringMatching(KEY) });
      expect(await keyShown(ann)).toBe(answer.body.apiKey);
      expect((await usageWith(answer.body.apiKey)).status).toBe(200);
    });

    it('generate 409 while there is a key, which stays', async () => {
      const key = await generateApiKey(using(), ann);
      expectPrivateError(await generate(ann.token), 409);
      expect(await keyShown(ann)).toBe(key);
    });

    it('of 10 generates at the same time one answers a key and nine 409', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => generate(ann.token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    });

    it('revoke 200: the key is gone, a second revoke is 404, and a new key can be generated', async () => {
      const old = await generateApiKey(using(), ann);
      const answer = await revoke(ann.token);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, message: 'API key revoked successfully!' });
      expect(await keyShown(ann)).toBeUndefined();
      expectPrivateError(await revoke(ann.token), 404);
      expect(await generateApiKey(using(), ann)).not.toBe(old);
    });

    it('rotate 200: a new key at once; without a grace the old one has no end to come', async () => {
      const old = await generateApiKey(using(), ann);
      const answer = await rotate(ann.token, {});
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, apiKey: expect.stringMatching(KEY), old_key_valid_until: null });
      expect(answer.body.apiKey).not.toBe(old);
      expect(await keyShown(ann)).toBe(answer.body.apiKey);
      expect((await usageWith(answer.body.apiKey)).status).toBe(200);
    });

    it.each([1, 24])(
      'rotate 200: with a grace of %d h both keys work until the end that is answered',
      async (grace_hours) => {
        const old = await generateApiKey(using(), ann);
        const { body } = await rotate(ann.token, { grace_hours });
        const endsInMs = Date.parse(body.old_key_valid_until as string) - Date.now();
        expect(Math.abs(endsInMs - grace_hours * HOUR_MS)).toBeLessThan(60_000);
        expect((await usageWith(old)).status).toBe(200);
        expect((await usageWith(body.apiKey)).status).toBe(200);
      },
    );

    it('rotate 200, twelve times with a grace: two keys live, the newest and the one before all that nobody used', async () => {
      const keys = [await generateApiKey(using(), ann)];
      for (let n = 0; n < 12; n++) keys.push((await rotate(ann.token, { grace_hours: 24 })).body.apiKey as string);
      expect((await usageWith(keys[0])).status).toBe(200);
      expect((await usageWith(keys[12])).status).toBe(200);
      for (const key of keys.slice(1, -1)) expectPrivateError(await usageWith(key), 401, 'api_key_invalid');
    });

    it('rotate 429 with a code and Retry-After beyond 50 keys in a day, and the key stays', async () => {
      await generateApiKey(using(), ann);
      for (let n = 0; n < 49; n++) expect((await rotate(ann.token, {})).status).toBe(200);
      const last = await keyShown(ann);
      const refused = await rotate(ann.token, {});
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({
        success: false,
        code: 'too_many_keys',
        error: expect.stringMatching(/\S/),
        limit: 50,
        remaining: 0,
        reset: expect.anything(),
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
      expect(await keyShown(ann)).toBe(last);
    });

    it('rotate 200 without a grace tells the end of an earlier one that stays, because its successor was never used', async () => {
      const old = await generateApiKey(using(), ann);
      expect((await usageWith(old)).status).toBe(200);
      const { body } = await rotate(ann.token, { grace_hours: 24 });
      const last = await rotate(ann.token, {});
      expect(last.body.old_key_valid_until).toBe(body.old_key_valid_until);
      expect((await usageWith(old)).status).toBe(200);
      expectPrivateError(await usageWith(body.apiKey), 401, 'api_key_invalid');
    });

    it('revoke ends the old key of a grace too', async () => {
      const old = await generateApiKey(using(), ann);
      await rotate(ann.token, { grace_hours: 24 });
      expect((await revoke(ann.token)).status).toBe(200);
      const refused = await refusedKey(old);
      expectPublicError(refused, 401, 'api_key_invalid');
    });

    it('rotate 404 without a key', async () => {
      expectPrivateError(await rotate(ann.token, {}), 404);
    });

    it('rotate 200 with null, absent and no body, 400 with a wrong grace, which leaves the key', async () => {
      await generateApiKey(using(), ann);
      expect((await rotate(ann.token, { grace_hours: null })).status).toBe(200);
      const last = await rotate(ann.token);
      expect(last.status).toBe(200);
      for (const grace_hours of [-1, 24.5, 25, '1', true, [], {}])
        expectPrivateError(await rotate(ann.token, { grace_hours }), 400);
      expect(await keyShown(ann)).toBe(last.body.apiKey);
    });

    it('401 without a session, on each of the three', async () => {
      expectPrivateError(await generate(), 401);
      expectPrivateError(await rotate(undefined, {}), 401);
      expectPrivateError(await revoke(), 401);
    });

    /** A revocation takes effect within 1 s (KEY-4); the scenario measures it. */
    async function refusedKey(key: string) {
      const deadline = Date.now() + 5_000;
      for (;;) {
        const answer = await using().call('POST', '/api/youtube/info', {
          key,
          body: { url: 'https://youtu.be/precisDemo1' },
        });
        if (answer.status === 401 || Date.now() > deadline) return answer;
      }
    }
  });
}
