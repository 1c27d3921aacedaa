import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { checkoutStyle } from './checkout-style.js';

type Session = Stripe.Checkout.Session;

/** What the page shows of the order. */
export interface Shown {
  seller: string;
  lines: Stripe.LineItem[];
  details: string[];
  /** Whether a bank debit is under way. */
  isSettling: boolean;
}

const STYLE_HASH = createHash('sha256').update(checkoutStyle).digest('base64');

/**
 * What the page may load and do: its own style, and its forms, whose answers send the browser on to the seller: browsers hold a form's
 * redirects to the policy too.
 */
export function pagePolicy({ success_url: success, cancel_url: cancel }: Session): string {
  const origins = [success, cancel].flatMap((address) => (address ? [new URL(address).origin] : []));
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The hosted checkout page (PAY-61). It asks for nothing that somebody could believe to be needed; what comes from the seller is escaped. */
export function checkoutPage(session: Session, order: Shown, problem: string): string {
  const total = money(session.amount_total!, session.currency!);
  const seller = escaped(order.seller);
  const isOpen = session.status === 'open';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${isOpen ? `Pay ${seller}` : seller} (test mode)</title>
<style>${checkoutStyle}</style>
</head>
<body>
<div class="banner" role="note"><strong>TEST MODE</strong> <span>A simulated checkout: no card is charged and no money moves.</span></div>
<main>
<section aria-label="Order">
${isOpen && session.cancel_url ? button(session, 'cancel', '&larr;&nbsp;Cancel and go back', 'back') : ''}
<div class="seller"><span aria-hidden="true">${escaped(order.seller.trim().charAt(0).toUpperCase())}</span>${seller}</div>
<h1>${headline(session, order.lines)}</h1>
<p class="amount">${total}</p>
<dl class="lines">
${order.lines.map((line, place) => lineRow(line, order.details[place] ?? '')).join('\n')}
<div class="total"><dt>${isOpen ? 'Total due' : 'Total'}</dt><dd>${total}</dd></div>
</dl>
</section>
<section class="panel" aria-label="Payment">
${isOpen ? paymentForm(session, total, problem) : outcome(session, order.isSettling)}
</section>
</main>
</body>
</html>
`;
}

function headline(session: Session, lines: Stripe.LineItem[]): string {
  if (session.status !== 'open') return 'Your order';
  return lines.length === 1 ? `Pay for ${escaped(lines[0].description ?? 'your order')}` : 'Pay for your order';
}

function lineRow({ description, quantity, amount_total: amount, currency }: Stripe.LineItem, detail: string): string {
  const count = (quantity ?? 1) > 1 ? `Quantity ${quantity}` : '';
  const note = [escaped(detail), count].filter(Boolean).join(' &middot; ');
  return `<div><dt>${escaped(description ?? '')}</dt><dd>${money(amount, currency)}</dd>${note ? `<dd class="note">${note}</dd>` : ''}</div>`;
}

/** Nothing can be typed: somebody might give the number of a real card away. */
function paymentForm(session: Session, total: string, problem: string): string {
  const field = (label: string, value: string) => `<label>${label}<input value="${value}" readonly></label>`;
  return `<h2>Pay by card</h2>
${problem ? `<p class="alert" role="alert">${escaped(problem)} Nothing was charged. You can try again.</p>` : ''}
<div class="fields">
${field('Card number', '4242 4242 4242 4242')}
<div class="pair">${field('Expiry', '12 / 34')}${field('Security code', '123')}</div>
${field('Name on card', 'Test Customer')}
</div>
${button(session, 'pay', `Pay ${total}`, 'primary')}
<div class="others">
<p class="soft">Or try what else can happen:</p>
${button(session, 'decline', 'Decline card')}
${button(session, 'later', 'Pay later')}
</div>
<p class="soft">A test card is filled in; there is nothing to type. Pay later stands for a bank debit, which settles after a while. This page is open until <time>${time(session.expires_at)}</time>.</p>`;
}

function outcome(session: Session, isSettling: boolean): string {
  const onward = session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  const link = (address: string | null) =>
    address ? `<a class="button primary" href="${escaped(address)}" rel="noreferrer">Back to the seller</a>` : '';
  if (session.status === 'expired')
    return `<h2>This checkout has expired</h2>
<p class="soft">Nothing was charged. Go back and start again.</p>
${link(session.cancel_url)}`;
  if (session.payment_status === 'paid')
    return `<h2>Payment complete</h2>
<p class="done" role="status">Paid. There is nothing more to do here.</p>
${link(onward)}`;
  if (!isSettling)
    return `<h2>The bank debit failed</h2>
<p class="alert" role="alert">The bank refused it. Nothing was charged. Go back and start again.</p>
${link(session.cancel_url ?? onward)}`;
  return `<h2>Payment on its way</h2>
<p class="soft" role="status">The bank debit was started. It settles after a while, or as you choose:</p>
<div class="others">
${button(session, 'settle', 'Settle now')}
${button(session, 'fail', 'Let it fail')}
</div>
${link(onward)}`;
}

const button = ({ id }: Session, action: string, label: string, kind = '') =>
  `<form method="post" action="/c/pay/${id}/${action}"><button${kind ? ` class="${kind}"` : ''}>${label}</button></form>`;

const money = (cents: number, currency: string) =>
  escaped(new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100));

const time = (seconds: number) => `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]);
}
