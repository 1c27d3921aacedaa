import { request } from 'node:http';
import { ROUTES } from './routes.js';
import { credentialOf, expectBad } from './fields.suite.js';
import type { Victim } from './victim.js';

/** Bodies over the limit: 413, declared or not, and nobody reads on for ever (decisions 20, 21). */
export function largeBodiesSuite(victim: () => Victim, isFull: boolean): void {
  describe.each(ROUTES.map((route) => [route.path, route] as const))('a large body to %s', (_path, route) => {
    const send = (raw: string | ReadableStream) => victim().precis.call(route.method, route.path, { ...credentialOf(route, victim()), raw });
    const padded = (size: number) => JSON.stringify({ ...route.valid, pad: 'x'.repeat(size) });

    it('413 when it is declared, and when it comes in chunks', async () => {
      const tooLarge = padded(route.bodyLimitBytes);
      expectBad(await send(tooLarge), route, 'declared', 413);
      expectBad(await send(new Blob([tooLarge]).stream()), route, 'chunked', 413);
      if (isFull) {
        const huge = new Blob([padded(20_000_000)]);
        expectBad(await send(huge.stream()), route, '20 MB in chunks', 413);
      }
    });
  });

  describe('a body that is announced', () => {
    it('as larger than the limit is refused before a byte of it came', async () => {
      expect(await statusOfAnnounced(victim().precis.url, '1000000000000')).toBe(413);
    });

    it.each(['-1', '1e3', 'abc', '5, 6', '99999999999999999999999999'])('as Content-Length %s is 400 or 413', async (length) => {
      expect([400, 413]).toContain(await statusOfAnnounced(victim().precis.url, length));
    });
  });
}

/** Sends only the head of a request; the answer must not wait for the body. */
function statusOfAnnounced(url: string, contentLength: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': contentLength } }, (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.setTimeout(5_000, () => sent.destroy(new Error('no answer within 5 s')));
    sent.on('error', reject);
    sent.flushHeaders();
  });
}
