import { eventually } from '@precis/testing/eventually';
import type { Answer, Json } from './call.js';
import type { Deployment } from './deployment.js';

/** The body of a request for a quote or a payment session. */
export interface Wish {
  plan: string;
  duration: string;
  paymentMethod: string;
  extend?: boolean;
  quote_id?: string;
  referral_code?: string;
}

/** The payer's actions at a simulated checkout, as paths below its address. */
type Step = 'pay' | 'decline' | 'later' | 'cancel' | `pay?percent=${50 | 100 | 150}` | 'confirm' | 'expire';

const SETTLED_LIMIT_MS = 20_000;

/** Begins a payment at a provider: returns the checkout's address, and the id of the payment. */
export async function createPaymentSession(
  precis: Deployment,
  { token }: { token: string },
  wish: Wish,
): Promise<{ url: string; id: string }> {
  const answer = await precis.call('POST', '/api/payment/create-session', { token, body: wish });
  if (answer.status !== 200 || !answer.body.url)
    throw new Error(`create-session answered ${answer.status}: ${answer.text}`);
  const { history } = (await precis.call('GET', '/api/payment/history?limit=1', { token })).body;
  return { url: answer.body.url as string, id: history[0].id as string };
}

/** Acts as a payer at a simulated checkout. */
export async function atCheckout(url: string, step: Step): Promise<void> {
  const { status } = await fetch(`${url}/${step}`, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(SETTLED_LIMIT_MS),
  });
  if (status >= 400) throw new Error(`${step} at the checkout answered ${status}`);
}

/** Waits until the payment has this status, and returns it as its owner sees it. */
export async function settled(
  precis: Deployment,
  { token }: { token: string },
  id: string,
  status = 'completed',
): Promise<Json> {
  return eventually(
    `the payment is ${status}`,
    async () => {
      const { body } = await precis.call('GET', `/api/payment/session/${id}`, { token });
      return body.payment?.status === status && body.payment;
    },
    SETTLED_LIMIT_MS,
  );
}

/** Buys a term by card, or by crypto that one block confirms: the completed payment. */
export async function buyTerm(precis: Deployment, account: { token: string }, wish: Wish): Promise<Json> {
  const { url, id } = await createPaymentSession(precis, account, wish);
  await atCheckout(url, 'pay');
  if (wish.paymentMethod === 'crypto') await atCheckout(url, 'confirm');
  return settled(precis, account, id);
}

/** Waits until the wallet holds this many dollars. While billing is busy, an answer has no balance. */
export async function untilWalletHolds(
  precis: Deployment,
  { token }: { token: string },
  dollars: number,
): Promise<void> {
  await eventually(
    `$${dollars} in the wallet`,
    async () => (await precis.call('GET', '/api/auth/me', { token })).body.user?.wallet_balance === dollars,
    SETTLED_LIMIT_MS,
  );
}

/** Plays the role of banks and networks: calls a control of Stripe's simulator ([list](../../../sandbox/src/stripe/control.ts)). */
export async function controlStripe(precis: Deployment, control: 'dispute' | 'faults', wanted: object): Promise<Json> {
  const { stripe } = precis.simulators;
  if (!stripe) throw new Error('this deployment has no simulator of Stripe');
  const response = await fetch(`${stripe.url}/_sim/${control}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.token}` },
    body: JSON.stringify(wanted),
  });
  if (response.status !== 200) throw new Error(`${control} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Json;
}

/** The payer's buttons at a simulated card checkout. */
export type CheckoutButton = 'pay' | 'decline' | 'later' | 'cancel' | 'settle' | 'fail';

/** Begins a payment by card; returns the checkout's address. */
export async function openCheckout(
  precis: Deployment,
  account: { token: string },
  plan: string,
  duration: string,
  changed: object = {},
): Promise<string> {
  return (await createPaymentSession(precis, account, { plan, duration, paymentMethod: 'stripe', ...changed })).url;
}

/** Presses a button like a script; returns the status and the page's text about it. */
export async function press(url: string, button: CheckoutButton): Promise<{ status: number; body: Answer['body'] }> {
  const response = await fetch(`${url}/${button}`, { method: 'POST', headers: { accept: 'application/json' } });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
