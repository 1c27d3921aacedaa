import { randomUUID } from 'node:crypto';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';

const PATH = '/api/youtube/summarize';
const URL_OF_DEMO = 'https://www.youtube.com/watch?v=precisDemo2';

/** The Idempotency-Key header (QUOTA-11, QUOTA-12). */
export function idempotencyContract(using: () => Deployment): void {
  describe('Idempotency-Key', () => {
    let ann: Account & { key: string };
    beforeEach(async () => {
      ann = await registerWithKey(using());
    });
    const summarise = (idempotencyKey: string, body: object = { url: URL_OF_DEMO, summary_type: 'short' }) =>
      using().call('POST', PATH, { key: ann.key, body, headers: { 'idempotency-key': idempotencyKey } });

    it('a repeat with the same key and body answers the first result at no cost, also when nothing is left', async () => {
      const key = randomUUID();
      const first = await summarise(key);
      expect({ status: first.status, replayed: first.headers.get('idempotency-replayed') }).toEqual({
        status: 200,
        replayed: null,
      });
      await summarise(randomUUID());
      await summarise(randomUUID());
      expectPublicError(await summarise(randomUUID()), 429, 'quota_exceeded');
      const repeat = await summarise(key);
      expect(repeat.status).toBe(200);
      expect(repeat.body).toEqual(first.body);
      expect(repeat.headers.get('idempotency-replayed')).toBe('true');
      expectQuotaHeaders(repeat, 3, 0);
      expect(await usedOf(using(), ann)).toBe(3);
    });

    it('field order, unknown fields and null options do not make another body', async () => {
      const key = randomUUID();
      const first = await summarise(key, { url: URL_OF_DEMO, summary_type: 'auto' });
      const repeat = await summarise(key, { extra: 1, custom_prompt: null, summary_type: 'auto', url: URL_OF_DEMO });
      expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 200, body: first.body });
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it.each([
      ['url', { url: 'https://youtu.be/precisDemo1', summary_type: 'short' }],
      ['summary_type', { url: URL_OF_DEMO, summary_type: 'detail' }],
      ['custom_prompt', { url: URL_OF_DEMO, summary_type: 'short', custom_prompt: 'brakes' }],
      ['language', { url: URL_OF_DEMO, summary_type: 'short', language: 'de' }],
      ['format', { url: URL_OF_DEMO, summary_type: 'short', format: 'md' }],
    ])('422: the same key with another %s, at no cost', async (_field, other) => {
      const key = randomUUID();
      expect((await summarise(key)).status).toBe(200);
      const refusal = await summarise(key, other);
      expectPublicError(refusal, 422, 'idempotency_key_reused');
      expect(refusal.body.error).toBe('This Idempotency-Key was used with another request body.');
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('422: the same key on another path, which the text distinguishes from another body, at no cost', async () => {
      const key = randomUUID();
      const body = { url: URL_OF_DEMO, summary_type: 'short' };
      expect((await summarise(key, body)).status).toBe(200);
      for (const asked of [body, { url: 'https://youtu.be/precisDemo1' }]) {
        const refusal = await using().call('POST', '/api/youtube/playground/summarize', {
          token: ann.token,
          body: asked,
          headers: { 'idempotency-key': key },
        });
        expectPrivateError(refusal, 422, 'idempotency_key_reused');
        expect(refusal.body.error).toBe('This Idempotency-Key was used on another path.');
      }
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('a call that failed is not remembered as a result and can be repeated with the same key', async () => {
      const key = randomUUID();
      const body = { url: 'https://youtu.be/precis-down' };
      expectPublicError(await summarise(key, body), 503, 'source_unavailable');
      expectPublicError(await summarise(key, body), 503, 'source_unavailable');
      expect(await usedOf(using(), ann)).toBe(0);
    });

    it('the same key of another account is another call', async () => {
      const key = randomUUID();
      expect((await summarise(key)).status).toBe(200);
      const bob = await registerWithKey(using());
      const answer = await using().call('POST', PATH, {
        key: bob.key,
        body: { url: 'https://youtu.be/precisDemo1' },
        headers: { 'idempotency-key': key },
      });
      expect(answer.status).toBe(200);
      expectQuotaHeaders(answer, 3, 2);
    });

    it('of 50 equal calls at the same time one is charged; the others get its result or 409 while it runs', async () => {
      const key = randomUUID();
      const body = { url: URL_OF_DEMO, custom_prompt: `wheels ${key}` };
      const answers = await Promise.all(Array.from({ length: 50 }, () => summarise(key, body)));
      const ok = answers.filter(({ status }) => status === 200);
      expect(ok.length).toBeGreaterThanOrEqual(1);
      expect(new Set(ok.map(({ text }) => text)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) expectPublicError(answer, 409);
      const repeat = await summarise(key, body);
      expect({ status: repeat.status, text: repeat.text }).toEqual({ status: 200, text: ok[0].text });
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('works in the playground too', async () => {
      const once = () =>
        using().call('POST', '/api/youtube/playground/summarize', {
          token: ann.token,
          body: { url: URL_OF_DEMO },
          headers: { 'idempotency-key': 'same' },
        });
      const [first, repeat] = [await once(), await once()];
      expect([first.status, repeat.status, repeat.text]).toEqual([200, 200, first.text]);
      expect([first, repeat].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('400: a key that is too long or has characters outside ASCII', async () => {
      expectPublicError(await summarise('k'.repeat(256)), 400);
      expectPublicError(await summarise('kéy'), 400);
      expect((await summarise('k'.repeat(255))).status).toBe(200);
      const answer = await using().call('POST', '/api/youtube/playground/summarize', {
        token: ann.token,
        body: { url: URL_OF_DEMO },
        headers: { 'idempotency-key': 'k'.repeat(256) },
      });
      expectPrivateError(answer, 400);
      expect(await usedOf(using(), ann)).toBe(1);
    });
  });
}
