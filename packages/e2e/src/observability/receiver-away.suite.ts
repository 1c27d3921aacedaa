import { eventually } from '@precis/testing/eventually';
import { SERVICES } from '../deployment/distributed-settings.js';
import { sumOf } from './metrics-text.js';
import { metricsOf, type TracedDeployment } from './tracing-deployment.js';

/** One delivery to a hanging receiver takes 3 s: if requests waited for it, they would exceed the test's minute. */
const CALLS = process.env.FULL ? 400 : 40;

/** A failing receiver loses spans and has no other effect. The last test ends the processes. */
export function receiverAwayScenario(using: () => TracedDeployment): void {
  describe('a receiver that fails', () => {
    const failures = async () =>
      sumOf(await metricsOf(using(), 'gateway'), 'precis_trace_spans_total', { outcome: 'failed' });

    it.each(['hang', 'refuse'] as const)('with %s neither fails nor slows requests', async (mode) => {
      const { precis, receiver } = using();
      receiver.mode = mode;
      const before = await failures();
      for (let index = 0; index < CALLS; index++) {
        expect((await precis.call('GET', '/api/subscription/plans')).status).toBe(200);
      }
      await eventually('spans are given up', async () => (await failures()) > before, 20_000);
    });

    it('that hangs does not hold up SIGTERM: every service exits 0', async () => {
      const { precis, receiver } = using();
      receiver.mode = 'hang';
      const requests = receiver.requests;
      expect((await precis.call('GET', '/api/subscription/plans')).status).toBe(200);
      await eventually('spans are on their way', () => receiver.requests > requests);
      const exits = await Promise.all(SERVICES.map((name) => precis.copies[name][0].stop()));
      expect(exits).toEqual(SERVICES.map(() => 0));
    });
  });
}
