import { request } from 'node:http';
import { ROUTES } from './routes.js';
import { credentialOf, expectBad } from './fields.suite.js';
import { itLeavesUntouched, type Victim } from './victim.js';

// The buffers of two sockets on one machine hold up to 20 MB unread.
const NOBODY_READS_THAT_MUCH = 1_000_000_000;

/** Bodies over the limit: 413 with or without a declared length, and the server does not read on for ever (LIMIT-6). */
export function largeBodiesSuite(victim: () => Victim): void {
  describe.each(ROUTES.map((route) => [route.path, route] as const))('a large body to %s', (_path, route) => {
    const send = (raw: string | ReadableStream) =>
      victim().precis.call(route.method, route.path, { ...credentialOf(route, victim()), raw });
    const padded = (size: number) => JSON.stringify({ ...route.valid, pad: 'x'.repeat(size) });

    it('413 when it is declared, and when it comes in chunks', async () => {
      const tooLarge = padded(route.bodyLimitBytes);
      expectBad(await send(tooLarge), route, 'declared', 413);
      expectBad(await send(new Blob([tooLarge]).stream()), route, 'chunked', 413);
    });

    it('a body without end is cut off: 413, or the connection ends', async () => {
      let pulled = 0;
      const chunk = new Uint8Array(65_536).fill(0x20);
      const pull = (controller: ReadableStreamDefaultController) => {
        if (pulled >= NOBODY_READS_THAT_MUCH) return controller.close();
        pulled += chunk.length;
        controller.enqueue(chunk);
      };
      // A client that continues to send after the refusal may find the connection closed before it reads the answer.
      const answer = await send(new ReadableStream({ pull })).catch(() => undefined);
      if (answer) expectBad(answer, route, 'in chunks', 413);
      expect(pulled).toBeLessThan(NOBODY_READS_THAT_MUCH);
    });
  });

  describe('a body that is announced', () => {
    it('as larger than the limit is refused before a byte of it came', async () => {
      expect(await statusOfAnnounced(victim().precis.url, '1000000000000')).toBe(413);
    });

    it('without a credential is refused before a byte of it came: only the admitted make us hold a long body', async () => {
      expect(await statusOfAnnounced(victim().precis.url, '4000000', '/api/youtube/summarize')).toBe(401);
      expect(await statusOfAnnounced(victim().precis.url, '4000000', '/api/youtube/playground/summarize')).toBe(401);
    });

    it.each(['-1', '1e3', 'abc', '5, 6', '99999999999999999999999999'])(
      'as Content-Length %s is 400 or 413',
      async (length) => {
        expect([400, 413]).toContain(await statusOfAnnounced(victim().precis.url, length));
      },
    );

    itLeavesUntouched(victim);
  });
}

/** Sends only the head of a request; the answer must not wait for the body. */
function statusOfAnnounced(url: string, contentLength: string, path = '/api/auth/login'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': contentLength } },
      (answer) => {
        resolve(answer.statusCode);
        sent.destroy();
      },
    );
    sent.setTimeout(5_000, () => sent.destroy(new Error('no answer within 5 s')));
    sent.on('error', reject);
    sent.flushHeaders();
  });
}
