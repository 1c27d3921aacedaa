import type { Answer } from './call.js';
import type { Deployment } from './deployment.js';

/** What a payer can do at a checkout of the sandbox. */
export type CheckoutButton = 'pay' | 'decline' | 'later' | 'cancel' | 'settle' | 'fail';

/** Begins a payment by card; answers the checkout's address. */
export async function openCheckout(
  precis: Deployment,
  { token }: { token: string },
  plan: string,
  duration: string,
  changed: object = {},
): Promise<string> {
  const body = { plan, duration, paymentMethod: 'stripe', ...changed };
  const answer = await precis.call('POST', '/api/payment/create-session', { token, body });
  if (answer.status !== 200 || typeof answer.body.url !== 'string')
    throw new Error(`create-session answered ${answer.status}: ${answer.text}`);
  return answer.body.url;
}

/** Presses a button of a checkout as a script does; answers the status and what the page says of it. */
export async function press(url: string, button: CheckoutButton): Promise<{ status: number; body: Answer['body'] }> {
  const response = await fetch(`${url}/${button}`, { method: 'POST', headers: { accept: 'application/json' } });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
