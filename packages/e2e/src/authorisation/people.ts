import { eventually } from '@precis/testing/eventually';
import { signInAtSandbox } from '@precis/sandbox/google/person-at-sandbox';
import { type Account, generateApiKey, freshEmail, mailedLinkTo, register } from '../deployment/accounts.js';
import type { Answer, CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';

/** A user with a session and a key. */
export type Customer = Account & { key: string };

/** A user, with all current and former credentials. */
export interface Person extends Customer {
  id: string;
  sessionId: string;
  /** A session that was logged out. */
  endedToken: string;
  revokedKey: string;
  /** Of the newest recorded change of the account. */
  activityId: string;
}

/** A fresh user with a live and an ended session, and a live and a revoked key; the ended ones are already refused. */
export async function freshPerson(precis: Deployment): Promise<Person> {
  const account = await register(precis);
  const revokedKey = await generateApiKey(precis, account);
  await must(precis, 'PUT', '/api/api-key/revoke', { token: account.token });
  const key = await generateApiKey(precis, account);
  const { email, password, token } = account;
  const endedToken = (await must(precis, 'POST', '/api/auth/login', { body: { email, password } })).body.token;
  await must(precis, 'POST', '/api/auth/logout', { token: endedToken });
  const { user } = (await must(precis, 'GET', '/api/auth/me', { token })).body;
  const { sessions } = (await must(precis, 'GET', '/api/auth/sessions', { token })).body;
  const { activity } = (await must(precis, 'GET', '/api/user/activity', { token })).body;
  await refused(precis, { token: endedToken });
  await refused(precis, { key: revokedKey });
  const [sessionId, activityId] = [sessions[0].id, activity[0].id];
  return { ...account, id: user.id, key, sessionId, endedToken, revokedKey, activityId };
}

/** Waits until this credential, which was just taken away, is refused (ACC-20, KEY-4, ACC-32). */
export async function refused(precis: Deployment, credential: CallOptions): Promise<void> {
  await eventually('the credential is refused', async () =>
    [401, 403].includes((await precis.call('GET', '/api/usage/summary', credential)).status),
  );
}

/** A route at which an anonymous caller requests a mail, and its token for that page. */
export async function linkFor(precis: Deployment, email: string, page: '/reset-password' | '/unsubscribe') {
  if (page === '/reset-password') await must(precis, 'POST', '/api/auth/forgot-password', { body: { email } });
  return new URL(await mailedLinkTo(precis, email, page)).searchParams.get('token')!;
}

/** The token of a link that would change this account's address. */
export async function changeLinkFor(precis: Deployment, { name, token }: Person): Promise<string> {
  const email = freshEmail();
  await must(precis, 'PUT', '/api/user/profile', { token, body: { name, email } });
  return new URL(await mailedLinkTo(precis, email, '/verify-email')).searchParams.get('token')!;
}

/** A browser that went to Google: its cookie, and the address to which Google returns it. */
export async function browserAtGoogle(precis: Deployment, email: string): Promise<{ cookie: string; query: string }> {
  const begun = await precis.call('GET', '/api/auth/google');
  const cookie = begun.headers.getSetCookie()[0].split(';')[0];
  const address = await signInAtSandbox(begun.headers.get('location')!, { email, name: 'Canary at Google' });
  return { cookie, query: new URL(address).search };
}

/**
 * Everything that its owner can see of an account. Excludes what any caller may cause (requested mails, and the last use of a key), and this
 * reading itself.
 */
export async function stateOf(precis: Deployment, { token }: Person): Promise<object> {
  const pages = ['/api/user/export', '/api/auth/sessions', '/api/auth/me'];
  // A late billing is a null balance, which says nothing of the account.
  const answers = await eventually('the balance', async () => {
    const all = await Promise.all(pages.map((page) => must(precis, 'GET', page, { token })));
    return all[2].body.user.wallet_balance !== null && all;
  });
  const [{ account, ...others }, { sessions }, { user }] = answers.map(({ body }) => body);
  return {
    ...others,
    exported_at: '',
    // A record exists for every call of A, including those of this test.
    requests: [],
    account: {
      ...account,
      exported_at: '',
      mails: [],
      api_keys: [],
      activity: (account.activity as { kind: string }[]).filter(({ kind }) => kind !== 'exported'),
    },
    sessions,
    user: { ...user, api_key_last_used: null },
  };
}

async function must(precis: Deployment, method: string, path: string, options: CallOptions): Promise<Answer> {
  const answer = await precis.call(method, path, options);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer;
}
