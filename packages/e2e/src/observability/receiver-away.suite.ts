import { eventually } from '@precis/testing/eventually';
import { SERVICES } from '../deployment/distributed-settings.js';
import { sumOf } from './metrics-text.js';
import { metricsOf, type TracedDeployment } from './tracing-deployment.js';

const CALLS = process.env.FULL ? 400 : 40;
/** Far below the 3 s that one delivery may take: a request that waited for one would show. */
const MEDIAN_LIMIT_MS = 500;
/** The drain delay of the tests, the second that the last spans have, and what a busy machine takes. */
const STOP_LIMIT_MS = 8_000;

/** A receiver that fails costs its spans and nothing else. The last test ends the processes. */
export function receiverAwayScenario(using: () => TracedDeployment): void {
  describe('a receiver that fails', () => {
    const failures = async () =>
      sumOf(await metricsOf(using(), 'gateway'), 'precis_trace_spans_total', { outcome: 'failed' });

    it.each(['hang', 'refuse'] as const)('with %s neither fails nor slows requests', async (mode) => {
      const { precis, receiver } = using();
      receiver.mode = mode;
      const before = await failures();
      const tookMs: number[] = [];
      for (let index = 0; index < CALLS; index++) {
        const startedMs = performance.now();
        expect((await precis.call('GET', '/api/subscription/plans')).status).toBe(200);
        tookMs.push(performance.now() - startedMs);
      }
      expect(tookMs.sort((a, b) => a - b)[CALLS / 2]).toBeLessThan(MEDIAN_LIMIT_MS);
      await eventually('spans are given up', async () => (await failures()) > before, 20_000);
    });

    it('that hangs does not hold up SIGTERM: every service exits 0 in time', async () => {
      const { precis, receiver } = using();
      receiver.mode = 'hang';
      const requests = receiver.requests;
      expect((await precis.call('GET', '/api/subscription/plans')).status).toBe(200);
      await eventually('spans are on their way', () => receiver.requests > requests);
      const startedMs = performance.now();
      const exits = await Promise.all(SERVICES.map((name) => precis.copies[name][0].stop()));
      expect(exits).toEqual(SERVICES.map(() => 0));
      expect(performance.now() - startedMs).toBeLessThan(STOP_LIMIT_MS);
    });
  });
}
