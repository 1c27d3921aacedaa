import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';

const SMALL_LIMIT = 100_000;
const LONG_LIMIT = 5_000_000;
const BROKEN = '{"url": ';

/** A JSON object of exactly this many bytes. */
function objectOf(bytes: number): string {
  const empty = '{"pad":""}';
  return `{"pad":"${'x'.repeat(bytes - empty.length)}"}`;
}

/** The same bytes without a Content-Length. */
function chunked(text: string): ReadableStream {
  return new Blob([text]).stream();
}

/** 404 and 405, 413, 401, 403, 429 (throttle, in the throttle's own suite), 415 and 400, 429 (quota), then the work's own 404 and 503 (API-1). */
export function refusalOrderContract(using: () => Deployment): void {
  describe('order of refusals', () => {
    let spent: Account & { key: string };
    beforeAll(async () => {
      spent = await registerWithKey(using());
      for (let video = 0; video < 3; video++) {
        await using().call('POST', '/api/youtube/summarize', {
          key: spent.key,
          body: { url: 'https://youtu.be/precisDemo1', summary_type: 'short' },
        });
      }
    });
    const post = (path: string, options: object) => using().call('POST', path, options);
    const how: [string, (text: string) => string | ReadableStream][] = [
      ['declared', (text) => text],
      ['chunked', chunked],
    ];

    it.each(how)('404 and 405 before 413 and 401: a %s body over the limit, without a credential', async (_how, as) => {
      expectPrivateError(await post('/api/nowhere', { raw: as(objectOf(SMALL_LIMIT + 1)) }), 404, 'not_found');
      expectPrivateError(await post('/api/auth/me', { raw: as(objectOf(SMALL_LIMIT + 1)) }), 405, 'method_not_allowed');
      expectPublicError(
        await using().call('PUT', '/api/youtube/summarize', { raw: as(objectOf(SMALL_LIMIT + 1)) }),
        405,
        'method_not_allowed',
      );
    });

    it.each(how)('413, 401 and 403 before 415: a %s body that calls itself a text', async (_how, as) => {
      const headers = { 'content-type': 'text/plain' };
      expectPrivateError(await post('/api/auth/login', { raw: as(objectOf(SMALL_LIMIT + 1)), headers }), 413);
      expectPublicError(
        await post('/api/youtube/info', { key: spent.key, raw: as(objectOf(SMALL_LIMIT + 1)), headers }),
        413,
      );
      expectPublicError(await post('/api/youtube/summarize', { raw: as(BROKEN), headers }), 401);
      expectPrivateError(
        await post('/api/youtube/playground/summarize', { key: spent.key, raw: as(BROKEN), headers }),
        403,
      );
      expectPublicError(
        await post('/api/youtube/summarize', { key: spent.key, raw: as(BROKEN), headers }),
        415,
        'content_type_unsupported',
      );
    });

    it.each(how)('413 before 401: a %s body over the limit, without a credential', async (_how, as) => {
      expectPrivateError(await post('/api/auth/login', { raw: as(objectOf(SMALL_LIMIT + 1)) }), 413);
      expectPrivateError(await post('/api/api-key/rotate', { raw: as(objectOf(SMALL_LIMIT + 1)) }), 413);
      expectPublicError(await post('/api/youtube/info', { raw: as(objectOf(SMALL_LIMIT + 1)) }), 413);
      expectPublicError(await post('/api/youtube/summarize', { raw: as(objectOf(LONG_LIMIT + 1)) }), 413);
      expectPrivateError(await post('/api/youtube/playground/summarize', { raw: as(objectOf(LONG_LIMIT + 1)) }), 413);
    });

    it.each(how)('413 before 400: a %s body over the limit that is no JSON either', async (_how, as) => {
      expectPublicError(await post('/api/youtube/info', { key: spent.key, raw: as('['.repeat(SMALL_LIMIT + 1)) }), 413);
    });

    it.each(how)('a %s body of exactly the limit is not too large', async (_how, as) => {
      expectPrivateError(await post('/api/auth/login', { raw: as(objectOf(SMALL_LIMIT)) }), 400, 'missing_parameter');
      expectPublicError(
        await post('/api/youtube/summarize', { key: spent.key, raw: as(objectOf(LONG_LIMIT)) }),
        400,
        'missing_parameter',
      );
    });

    it('401 before 400: broken JSON and missing fields without a credential', async () => {
      for (const options of [{ raw: BROKEN }, { body: {} }, { body: { url: 5 } }]) {
        expectPublicError(await post('/api/youtube/summarize', options), 401);
        expectPrivateError(await post('/api/youtube/playground/summarize', options), 401);
      }
      expectPrivateError(await using().call('GET', '/api/usage/details?month=13'), 401);
    });

    it('403 before 400: an API key on a session route, with broken JSON', async () => {
      expectPrivateError(await post('/api/youtube/playground/summarize', { key: spent.key, raw: BROKEN }), 403);
      expectPrivateError(await using().call('GET', '/api/usage/details?month=13', { key: spent.key }), 403);
    });

    it('400 before 429 (quota): broken JSON, wrong types and addresses, with nothing left', async () => {
      for (const options of [
        { raw: BROKEN },
        { body: {} },
        { body: { url: 'https://vimeo.com/1' } },
        { body: { url: 'https://youtu.be/precisDemo1', custom_prompt: 1 } },
      ]) {
        expectPublicError(await post('/api/youtube/summarize', { key: spent.key, ...options }), 400);
      }
      const key = { key: spent.key, headers: { 'idempotency-key': 'k'.repeat(300) } };
      expectPublicError(
        await post('/api/youtube/summarize', { ...key, body: { url: 'https://youtu.be/precisDemo1' } }),
        400,
      );
    });

    it('429 (quota) before 404 and 503, with nothing left', async () => {
      for (const id of ['precis-gone', 'precis-mute', 'precis-blok', 'precis-down']) {
        expectPublicError(
          await post('/api/youtube/summarize', { key: spent.key, body: { url: `https://youtu.be/${id}` } }),
          429,
          'quota_exceeded',
        );
      }
      expect(await usedOf(using(), spent)).toBe(3);
    });
  });
}
