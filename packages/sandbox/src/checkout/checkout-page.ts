import { sandboxPage, sandboxPolicy } from '../pages/sandbox-page.js';
import type { CheckoutAnswer } from './checkout-server.js';

/** The first sentence of every simulated checkout (PAY-61). */
export const NO_MONEY: [string, string] = ['TEST MODE', 'Sandbox: no real money moves.'];

/** A simulated provider's page, which states that no money moves. `main` is HTML: text from outside must be escaped in it. */
export function checkoutPage(page: {
  title: string;
  main: string;
  status?: number;
  formTargets?: string[];
}): CheckoutAnswer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': sandboxPolicy(page.formTargets),
  };
  const body = sandboxPage({ title: page.title, banner: NO_MONEY, main: page.main });
  return { status: page.status ?? 200, headers, body };
}
