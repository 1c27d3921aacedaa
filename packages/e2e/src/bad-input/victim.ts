import { type Account, mailedLinks, registerWithKey } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { BAD_INPUT_EMAIL } from './routes.js';

/** The account whose credentials the bad requests use. */
export interface Victim extends Account {
  precis: Deployment;
  key: string;
}

/** Registers the account and charges one video, so that both an extra and a lost charge would show. */
export async function prepareVictim(precis: Deployment): Promise<Victim> {
  const account = await registerWithKey(precis);
  const body = { url: 'https://youtu.be/precisDemo1', summary_type: 'short' };
  const answer = await precis.call('POST', '/api/youtube/summarize', { key: account.key, body });
  if (answer.status !== 200) throw new Error(`summarize answered ${answer.status}: ${answer.text}`);
  return { ...account, precis };
}

/** Checks that nothing was stored, charged, sent or changed, and that the deployment still serves. */
export async function expectUntouched({ precis, token, key, name, email }: Victim): Promise<void> {
  const get = async (path: string) => (await precis.call('GET', path, { token })).body;
  expect(await get('/api/auth/me')).toMatchObject({ user: { name, email, apiKey: key } });
  expect((await get('/api/usage/summary')).data.current).toEqual({ used: 1, remaining: 2, limit: 3, percentage: 33.3 });
  const { daily } = await get('/api/usage/details');
  expect(daily.flatMap(({ logs }: { logs: unknown[] }) => logs)).toHaveLength(1);
  expect(await mailedLinks(precis, email)).toHaveLength(1);
  expect(await precis.mailbox(BAD_INPUT_EMAIL)).toEqual([]);
  expect((await precis.call('GET', '/readyz')).status).toBe(200);
  expect(
    (await precis.call('POST', '/api/youtube/info', { key, body: { url: 'https://youtu.be/precisDemo1' } })).status,
  ).toBe(200);
}
