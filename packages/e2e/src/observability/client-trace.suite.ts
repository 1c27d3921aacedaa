import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { ownTrace } from './own-trace.js';
import type { TracedDeployment } from './tracing-deployment.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

/** Possible values of `traceparent`, and their effect. */
export function clientTraceScenario(using: () => TracedDeployment): void {
  describe("a client's traceparent", () => {
    /** Makes a unique request, and returns its server span. */
    const spanOf = async (headers: Record<string, string>) => {
      const spans = () => using().receiver.spans.filter(({ name }) => name === 'GET /api/info');
      const before = spans().length;
      const answer = await using().precis.call('GET', '/api/info', { headers });
      expect(answer.status).toBe(200);
      return eventually('the span of the request', () => spans()[before], 15_000);
    };

    it('is continued, also when it comes with a tracestate of 10 kB', async () => {
      const own = ownTrace();
      expect(await spanOf({ ...own.headers, tracestate: `vendor=${'x'.repeat(10_000)}` })).toMatchObject({
        traceId: own.traceId,
        parentSpanId: own.spanId,
      });
      expect(using().receiver.raw).not.toContain('xxxxxxxxxx');
    });

    it('cannot keep its request from being recorded', async () => {
      const own = ownTrace('00');
      expect(await spanOf(own.headers)).toMatchObject({ traceId: own.traceId });
    });

    it('of a later version counts by what this version knows of it', async () => {
      const own = ownTrace();
      expect(await spanOf({ traceparent: `${own.headers.traceparent.replace(/^00/, '01')}-more` })).toMatchObject({
        traceId: own.traceId,
      });
    });

    it.each([
      ['is too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
      ['is too long', `00-${TRACE}-${SPAN}-01-more`],
      ['has trace id 0', `00-${'0'.repeat(32)}-${SPAN}-01`],
      ['has span id 0', `00-${TRACE}-${'0'.repeat(16)}-01`],
      ['has version ff', `ff-${TRACE}-${SPAN}-01`],
      ['is in capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
      ['comes twice', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
      ['is no such thing', `'; DROP TABLE outbox; --${randomUUID()}`],
      ['has 10 kB', `00-${TRACE}-${SPAN}-01-${'x'.repeat(10_000)}`],
    ])('that %s is ignored: 200, and a fresh trace', async (_, traceparent) => {
      const span = await spanOf({ traceparent });
      expect(span).toMatchObject({ parentSpanId: '', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
      expect([TRACE, '0'.repeat(32)]).not.toContain(span.traceId);
    });
  });
}
