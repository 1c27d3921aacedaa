import { eventually } from '@precis/testing/eventually';
import { registerWithKey } from '../deployment/accounts.js';
import { SERVICES } from '../deployment/distributed-settings.js';
import { ownTrace } from './own-trace.js';
import { metricsText, type TracedDeployment } from './tracing-deployment.js';

/** What customers send and own stays out of what operators store. */
export function secretsScenario(using: () => TracedDeployment): void {
  describe('secrets', () => {
    it('are in no span and in no metric: password, key, token, e-mail, account, video, prompt, query, addresses that do not exist', async () => {
      const { precis, receiver } = using();
      const canary = `canary${Date.now()}`;
      const account = await registerWithKey(precis);
      const own = ownTrace();
      const body = {
        url: `https://www.youtube.com/watch?v=precisDemo1&list=${canary}list`,
        custom_prompt: `${canary}prompt`,
      };
      const calls = await Promise.all([
        precis.call('POST', '/api/youtube/summarize', {
          key: account.key,
          body,
          headers: { ...own.headers, 'x-client-name': `${canary}client`, 'idempotency-key': `${canary}idem` },
        }),
        precis.call('POST', '/api/auth/login', {
          body: { email: `${canary}@customer.example`, password: `${canary}password` },
        }),
        precis.call('POST', '/api/youtube/summarize', { key: `prc_${canary}key`, body }),
        precis.call('GET', `/api/usage/details?month=${canary}month`, { token: account.token }),
        precis.call('GET', `/${canary}path/${account.key}`),
      ]);
      expect(calls.map(({ status }) => status)).toEqual([200, 401, 401, 400, 404]);
      const event = () => receiver.ofTrace(own.traceId).some(({ name }) => name === 'publish summary-completed');
      await eventually('the last span', event, 20_000);
      const told = [
        receiver.raw,
        ...(await Promise.all(SERVICES.map((service) => metricsText(using(), service)))),
      ].join('\n');
      const secrets = [
        canary,
        account.email,
        account.password,
        account.key,
        account.token,
        precis.demo.account_id,
        precis.demo.api_key,
        'precisDemo',
        'customer.example',
        'Erin',
      ];
      expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
      expect(told).toContain('/api/usage/details');
    });
  });
}
