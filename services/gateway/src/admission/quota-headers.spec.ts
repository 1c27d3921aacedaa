import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../http/request-context.js';
import type { UsageOperations } from '../rpc-clients.js';
import { QuotaHeaders } from './quota-headers.js';

/** One answer of an admitted caller, which passes `passes` times, and the headers of the last time. */
async function headersAfter(
  usage: () => Promise<unknown>,
  passes: number,
): Promise<{ headers: object; asked: number }> {
  const ask = jest.fn(usage);
  const quotaHeaders = new QuotaHeaders({ ask } as unknown as UsageOperations);
  const request = { raw: {} } as FastifyRequest;
  contextOf(request).principal = { kind: 'api-key', accountId: 'one', credentialId: 'key' };
  let headers: Record<string, unknown> = {};
  for (let pass = 0; pass < passes; pass += 1) {
    headers = {};
    const reply = { header: (name: string, value: unknown) => (headers[name] = value) };
    await quotaHeaders.write(request, reply as unknown as FastifyReply);
  }
  return { headers, asked: ask.mock.calls.length };
}

describe('the X-RateLimit headers of an answer', () => {
  it('are asked from usage once, however often the answer is begun', async () => {
    const usage = async () => ({ limit: 5, remaining: 3, resetAtSeconds: 100 });
    await expect(headersAfter(usage, 2)).resolves.toEqual({
      headers: { 'x-ratelimit-limit': 5, 'x-ratelimit-remaining': 3, 'x-ratelimit-reset': 100 },
      asked: 1,
    });
  });

  it('are left out while usage is away, which is also asked once', async () => {
    await expect(headersAfter(() => Promise.reject(new Error('away')), 2)).resolves.toEqual({ headers: {}, asked: 1 });
  });
});
