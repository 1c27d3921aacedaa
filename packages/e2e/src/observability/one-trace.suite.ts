import { eventually } from '@precis/testing/eventually';
import type { ReceivedSpan } from '@precis/testing/span-receiver';
import { freshEmail, registerWithKey } from '../deployment/accounts.js';
import { type OwnTrace, ownTrace } from './own-trace.js';
import type { TracedDeployment } from './tracing-deployment.js';

const SPANS_LIMIT_MS = 20_000;
const PARALLEL = process.env.FULL ? 100 : 20;
const line = ({ service, kind, name }: ReceivedSpan) => `${service} ${kind} ${name}`;

/** One trace id from the client's request to the last event that it causes. */
export function oneTraceScenario(using: () => TracedDeployment): void {
  describe('one trace', () => {
    /** Waits until each of the lines is among the trace's spans. */
    const traced = async ({ traceId }: OwnTrace, lines: string[]) => {
      let seen: string[] = [];
      const missing = () => lines.filter((one) => !seen.includes(one));
      const complete = () => ((seen = using().receiver.ofTrace(traceId).map(line)), missing().length === 0);
      await eventually('all spans', complete, SPANS_LIMIT_MS).catch(() => {
        throw new Error(`missing:\n${missing().join('\n')}\nseen:\n${seen.sort().join('\n')}`);
      });
      return using().receiver.ofTrace(traceId);
    };
    /** Every span has a parent in the trace, or is a child of the client's own span. */
    const expectWhole = (spans: ReceivedSpan[], { spanId }: OwnTrace) => {
      const known = new Set([spanId, ...spans.map((span) => span.spanId)]);
      expect(spans.filter(({ parentSpanId }) => !known.has(parentSpanId)).map(line)).toEqual([]);
      expect(
        spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ service, kind }) => [service, kind]),
      ).toEqual([['gateway', 'server']]);
    };

    it('covers a registration: gateway, auth, its events, and what billing, usage and notifications do with them', async () => {
      const own = ownTrace();
      const body = { name: 'Tracy Canary', email: freshEmail(), password: 'pw-canary-long' };
      expect((await using().precis.call('POST', '/api/auth/register', { body, headers: own.headers })).status).toBe(
        200,
      );
      const spans = await traced(own, [
        'gateway server POST /api/auth/register',
        'gateway client auth.v1.AuthService/Register',
        'auth server auth.v1.AuthService/Register',
        'auth producer publish user-registered',
        'auth producer publish mail-requested',
        'billing consumer process user-registered',
        'billing producer publish subscription-changed',
        'usage consumer process subscription-changed',
        'notifications consumer process mail-requested',
        'notifications internal send verify-email',
        'notifications client auth.v1.AuthService/RedeemMailRequest',
        'auth server auth.v1.AuthService/RedeemMailRequest',
      ]);
      expectWhole(spans, own);
    });

    it('covers a metered call: admission at auth, the work at summarisation and its event, the charge at usage', async () => {
      const { key } = await registerWithKey(using().precis);
      const own = ownTrace();
      const body = { url: 'https://www.youtube.com/watch?v=precisDemo1', custom_prompt: `trace ${own.traceId}` };
      expect(
        (await using().precis.call('POST', '/api/youtube/summarize', { body, key, headers: own.headers })).status,
      ).toBe(200);
      const spans = await traced(own, [
        'gateway server POST /api/youtube/summarize',
        'auth server auth.v1.AuthService/AuthenticateKey',
        'summarisation server summarisation.v1.SummarisationService/Resolve',
        'summarisation server summarisation.v1.SummarisationService/Summarise',
        'summarisation producer publish summary-completed',
        'gateway client usage.v1.UsageService/Apply',
        'usage server usage.v1.UsageService/Apply',
      ]);
      expectWhole(spans, own);
    });

    it('covers the charges of parallel calls, which travel together: as part of the trace or linked to it', async () => {
      const traces = Array.from({ length: PARALLEL }, () => ownTrace());
      const body = { url: 'https://www.youtube.com/watch?v=precisDemo1' };
      const answers = await Promise.all(
        traces.map(({ headers }) =>
          using().precis.call('POST', '/api/youtube/summarize', { body, key: using().precis.demo.api_key, headers }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(traces.map(() => 200));
      const applies = () =>
        using().receiver.spans.filter(({ service, name }) => service === 'gateway' && name.endsWith('/Apply'));
      const without = () =>
        traces.filter(
          ({ traceId }) => !applies().some((span) => span.traceId === traceId || span.links.includes(traceId)),
        );
      await eventually('an Apply for each', () => without().length === 0, SPANS_LIMIT_MS);
    });

    it('is in the log lines of the request', async () => {
      const own = ownTrace();
      const { usage, gateway } = using().precis.copies;
      const { key } = await registerWithKey(using().precis);
      usage[0].signal('SIGSTOP');
      try {
        const body = { url: 'https://www.youtube.com/watch?v=precisDemo1' };
        expect(
          (await using().precis.call('POST', '/api/youtube/summarize', { body, key, headers: own.headers })).status,
        ).toBe(503);
      } finally {
        usage[0].signal('SIGCONT');
      }
      const lines = gateway[0].log
        .split('\n')
        .filter((one) => one.includes('request refused') && one.includes(own.traceId));
      expect(lines.map((one) => JSON.parse(one))).toEqual([
        expect.objectContaining({ trace_id: own.traceId, status: 503 }),
      ]);
    });
  });
}
