import { eventually } from '@precis/testing/eventually';
import { registerWithKey } from '../deployment/accounts.js';
import type { Distributed } from '../deployment/distributed.js';
import { type ServiceName, SERVICES } from '../deployment/distributed-settings.js';
import { SteadyRequests } from '../deployment/steady-requests.js';

const FULL = Boolean(process.env.FULL);
const PER_SECOND = FULL ? 100 : 20;
/** The copies that are restarted at once: one of each of these services. */
const STEPS: ServiceName[][] = FULL
  ? SERVICES.map((name) => [name])
  : [
      ['auth', 'notifications'],
      ['billing', 'summarisation'],
      ['usage', 'gateway'],
    ];
const VIDEO = 'https://youtu.be/precisDemo1';

/** SIGTERM, exit 0, start, ready: one copy after the other, so that another copy always serves. */
export function rollingRestartScenario(using: () => Distributed): void {
  describe(`a rolling restart at ${PER_SECOND} requests per second`, () => {
    it('of every service loses no request', async () => {
      const { token } = await registerWithKey(using());
      const { demo, call, copies } = using();
      const before = (await call('GET', '/api/usage/summary', { key: demo.api_key })).body.data.current.used as number;
      let summaries = 0;
      const summarise = (body: object) => (
        summaries++,
        call('POST', '/api/youtube/summarize', { key: demo.api_key, body: { url: VIDEO, ...body } })
      );
      const free = [
        () => call('GET', '/api/auth/me', { token }),
        () => call('POST', '/api/youtube/info', { key: demo.api_key, body: { url: VIDEO } }),
        () => call('GET', '/api/subscription/my-plan', { token }),
        () => call('GET', '/api/usage/summary', { token }),
      ];
      // One in nine costs a video: even the full form stays below the account's quota.
      const requests = new SteadyRequests(PER_SECOND, [
        (count) => summarise(count % 2 ? { custom_prompt: `restart ${count}` } : { summary_type: 'short' }),
        ...free,
        ...free,
      ]);
      const restart = async (name: ServiceName, copy: number) => {
        const one = copies[name][copy];
        const reached = requests.sent;
        expect([name, await one.stop()]).toEqual([name, 0]);
        await one.start();
        expect(requests.sent).toBeGreaterThan(reached);
      };
      try {
        for (const step of STEPS) {
          for (const copy of [0, 1]) {
            requests.during = `the restart of ${step.join(' and ')}, copy ${copy}`;
            await Promise.all(step.map((name) => restart(name, copy)));
          }
        }
      } finally {
        await requests.stop();
      }
      expect(
        requests.failures.length === 0 ? [] : [...requests.failures, ...copies.gateway.map(({ log }) => log)],
      ).toEqual([]);
      await eventually(
        'every summary is charged once',
        async () =>
          (await call('GET', '/api/usage/summary', { key: demo.api_key })).body.data.current.used - before ===
          summaries,
      );
      console.info(`${requests.sent} requests during 12 restarts, ${requests.failures.length} failed`);
    }, 300_000);
  });
}
