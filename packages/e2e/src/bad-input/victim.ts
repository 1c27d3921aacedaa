import { type Account, mailedLinks, registerWithKey } from '../deployment/accounts.js';
import type { CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { BAD_INPUT_EMAIL } from './routes.js';

type Sent = [method: string, path: string, options?: CallOptions];

/** The account whose credentials the bad requests use. */
export interface Victim extends Account {
  /** Remembers its calls. */
  precis: Deployment;
  key: string;
  /** The calls since the last check. */
  sent: Sent[];
}

const SEARCH_LIMIT_MS = 300_000;

/** Registers the account and charges one video, so that both an extra and a lost charge would show. */
export async function prepareVictim(precis: Deployment): Promise<Victim> {
  const account = await registerWithKey(precis);
  const body = { url: 'https://youtu.be/precisDemo1', summary_type: 'short' };
  const answer = await precis.call('POST', '/api/youtube/summarize', { key: account.key, body });
  if (answer.status !== 200) throw new Error(`summarize answered ${answer.status}: ${answer.text}`);
  const sent: Sent[] = [];
  const call: Deployment['call'] = (...request) => {
    sent.push(request);
    return precis.call(...request);
  };
  return { ...account, precis: { ...precis, call }, sent };
}

/**
 * The last test of a group: nothing was stored, charged, sent or changed by its requests. A check after every request would cost more than the
 * requests. If the check fails, the requests are sent again, one by one, each between two checks, to name the guilty one.
 */
export function itLeavesUntouched(victim: () => Victim): void {
  it(
    'all of this stores, charges, sends and changes nothing',
    async () => {
      const sent = victim().sent.splice(0);
      const failure = await failureOf(victim());
      if (failure === undefined) return;
      const guilty: string[] = [];
      let last: string | undefined = failure;
      for (const [method, path, options] of sent) {
        // A stream is read only once.
        if (options?.raw instanceof ReadableStream) continue;
        await victim().precis.call(method, path, options);
        const next = await failureOf(victim());
        const { raw, body } = options ?? {};
        if (next !== undefined && next !== last)
          guilty.push(`${method} ${path.slice(0, 200)} ${String(raw ?? JSON.stringify(body)).slice(0, 200)}`);
        last = next;
      }
      throw new Error(`${failure}\nSent again, these requests change something:\n${guilty.join('\n') || 'none'}`);
    },
    SEARCH_LIMIT_MS,
  );
}

async function failureOf(victim: Victim): Promise<string | undefined> {
  const failure = await expectUntouched(victim).then(
    () => undefined,
    (error: Error) => error.message,
  );
  // The calls of the check itself.
  victim.sent.length = 0;
  return failure;
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
