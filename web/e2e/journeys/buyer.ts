import { eventually } from '@precis/testing/eventually';
import type { Browser } from 'playwright-core';
import type { Deployment } from '../deployment.ts';
import { freshPerson, type Person, STEP_LIMIT_MS, Visitor } from './visitor.ts';

/** A verified user of the deployment with a session. */
export interface Customer extends Person {
  token: string;
}

export interface Wish {
  plan: 'basic' | 'medium' | 'enterprise';
  duration: 'monthly' | '3months' | '6months' | 'yearly';
}

/** The API's answer; throws when it refuses. */
export async function asked<Answer>(
  { url }: Deployment,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Registers and verifies over HTTP; another journey does this in the browser. */
export async function newCustomer(deployment: Deployment, name: string, referralCode?: string): Promise<Customer> {
  const person = freshPerson(name);
  await asked(deployment, '/api/auth/register', { body: { ...person, referral_code: referralCode } });
  const link = await eventually(
    `a mail to ${person.email}`,
    async () => {
      const box = `/sandbox/mailbox.json?to=${encodeURIComponent(person.email)}`;
      const mails = await asked<{ links: string[] }[]>(deployment, box);
      return mails.flatMap(({ links }) => links).find((one) => one.includes('/verify-email?token='));
    },
    STEP_LIMIT_MS,
  );
  const body = { token: new URL(link).searchParams.get('token') };
  const { token } = await asked<{ token: string }>(deployment, '/api/auth/verify-email', { body });
  return { ...person, token };
}

/** Opens a separate browser in which this customer is signed in. */
export async function signedIn(
  browser: Browser,
  deployment: Deployment,
  { token }: { token: string },
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, deployment.url);
  await visitor.open('/terms');
  await visitor.page.evaluate((value) => localStorage.setItem('token', value), token);
  return visitor;
}

/** Pays by card without a browser, and waits for the plan. */
export async function buyByCard(deployment: Deployment, { token }: Customer, wish: Wish): Promise<void> {
  const body = { ...wish, paymentMethod: 'stripe' };
  const { url } = await asked<{ url: string }>(deployment, '/api/payment/create-session', { token, body });
  const paid = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
  if (paid.status >= 400) throw new Error(`the checkout answered ${paid.status}`);
  await eventually(
    `the plan ${wish.plan}`,
    async () => {
      const { subscription } = await planOf(deployment, token);
      return subscription.plan === wish.plan && subscription.isActive;
    },
    STEP_LIMIT_MS,
  );
}

/** Gives the customer the commission of a friend who buys this. */
export async function earn(deployment: Deployment, { token }: Customer, wish: Wish, dollars: number): Promise<void> {
  const { referral_code: code } = await asked<{ referral_code: string }>(deployment, '/api/referral/link', { token });
  await buyByCard(deployment, await newCustomer(deployment, 'Friend', code), wish);
  await eventually(
    `$${dollars} in the wallet`,
    async () => {
      const { user } = await asked<{ user: { wallet_balance: number } }>(deployment, '/api/auth/me', { token });
      return user.wallet_balance === dollars;
    },
    STEP_LIMIT_MS,
  );
}

export interface PlanAnswer {
  subscription: {
    plan: string;
    isActive: boolean;
    /** Unix seconds. */
    endDate: number | null;
  };
}

export const planOf = (deployment: Deployment, token: string) =>
  asked<PlanAnswer>(deployment, '/api/subscription/my-plan', { token });

/** The browser's complaints, except for requests to these origins, whose pages simulate those of a provider. */
export function complaintsBut(visitor: Visitor, origins: string[]): string[] {
  return visitor.complaints.filter((text) => !origins.some((origin) => text === `foreign host: ${origin}`));
}

/** Extends waits of five seconds to a minute: /payment/success would otherwise lead to the dashboard before a busy machine has shown its content. */
export async function withoutHaste(visitor: Visitor): Promise<void> {
  await visitor.page.context().addInitScript(() => {
    const inTime = window.setTimeout.bind(window);
    window.setTimeout = ((work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      inTime(work, ms === 5_000 ? 60_000 : ms, ...rest)) as typeof window.setTimeout;
  });
}
