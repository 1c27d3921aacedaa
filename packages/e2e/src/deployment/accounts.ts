import { randomBytes } from 'node:crypto';
import { eventually } from '@precis/testing/eventually';
import type { Deployment } from './deployment.js';

/** A registered user, with the credentials that the test knows. */
export interface Account {
  name: string;
  email: string;
  password: string;
  /** Session token. */
  token: string;
}

const MAIL_LIMIT_MS = 20_000;

/** An address that no other run on the same deployment uses. */
export function freshEmail(): string {
  return `e2e-${randomBytes(8).toString('hex')}@customer.example`;
}

/** Registers without following the link of the mail. `referralCode`: the code of the referrer. */
export async function registerUnverified(precis: Deployment, referralCode?: string): Promise<Omit<Account, 'token'>> {
  const account = { name: 'Erin Canary', email: freshEmail(), password: `pw-canary-${randomBytes(8).toString('hex')}` };
  const body = { ...account, referral_code: referralCode };
  const answer = await precis.call('POST', '/api/auth/register', { body });
  if (answer.status !== 200) throw new Error(`register answered ${answer.status}: ${answer.text}`);
  return account;
}

/** A fresh verified user on the Free plan, logged in: registered and verified over HTTP, as a person would. */
export async function register(precis: Deployment, referralCode?: string): Promise<Account> {
  const account = await registerUnverified(precis, referralCode);
  const answer = await precis.call('POST', '/api/auth/verify-email', {
    body: { token: await mailedToken(precis, account.email) },
  });
  if (answer.status !== 200) throw new Error(`verify-email answered ${answer.status}: ${answer.text}`);
  return { ...account, token: answer.body.token as string };
}

/** The token of the newest verification link; waits until at least `mails` mails have come. */
export async function mailedToken(precis: Deployment, email: string, mails = 1): Promise<string> {
  const link = await mailedLink(precis, email, mails);
  return new URL(link).searchParams.get('token')!;
}

/** The newest verification link that was mailed to this address. */
export async function mailedLink(precis: Deployment, email: string, mails = 1): Promise<string> {
  return eventually(
    `${mails} verification mails for ${email}`,
    async () => {
      const found = await mailedLinks(precis, email);
      return found.length >= mails && found[0];
    },
    MAIL_LIMIT_MS,
  );
}

/** The verification link of each mail that has one, newest first; other mails are ignored. */
export async function mailedLinks(precis: Pick<Deployment, 'mailbox'>, email: string): Promise<string[]> {
  return (await precis.mailbox(email)).flatMap(
    ({ links }) => links.find((link) => link.includes('/verify-email?token=')) ?? [],
  );
}

/** Generates the account's API key. */
export async function generateApiKey(precis: Deployment, { token }: Account): Promise<string> {
  const answer = await precis.call('POST', '/api/api-key/generate', { token });
  if (answer.status !== 200) throw new Error(`generate answered ${answer.status}: ${answer.text}`);
  return answer.body.apiKey as string;
}

/** A fresh user with a key. */
export async function registerWithKey(precis: Deployment): Promise<Account & { key: string }> {
  const account = await register(precis);
  return { ...account, key: await generateApiKey(precis, account) };
}

/** A session of the demo account. */
export async function demoToken(precis: Deployment): Promise<string> {
  const { email, password } = precis.demo;
  const answer = await precis.call('POST', '/api/auth/login', { body: { email, password } });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
  return answer.body.token as string;
}

/** Charged videos of this month, as the account sees them. */
export async function usedOf(precis: Deployment, { token }: { token: string }): Promise<number> {
  const answer = await precis.call('GET', '/api/usage/summary', { token });
  if (answer.status !== 200) throw new Error(`usage/summary answered ${answer.status}: ${answer.text}`);
  return answer.body.data.current.used as number;
}

/** The newest link to this page that was mailed to this address; waits until at least `mails` mails with one have come. */
export async function mailedLinkTo(precis: Deployment, email: string, page: string, mails = 1): Promise<string> {
  return eventually(
    `${mails} mails with a link to ${page} for ${email}`,
    async () => {
      const found = (await precis.mailbox(email)).flatMap(
        ({ links }) => links.find((link) => link.includes(`${page}?token=`)) ?? [],
      );
      return found.length >= mails && found[0];
    },
    MAIL_LIMIT_MS,
  );
}
