import type Stripe from 'stripe';
import { NO_MONEY } from '../checkout/checkout-page.js';
import { escaped, moment, postButton, sandboxPage, sandboxPolicy } from '../pages/sandbox-page.js';

type Session = Stripe.Checkout.Session;

/** The parts of the order that the page shows. */
export interface Shown {
  seller: string;
  lines: Stripe.LineItem[];
  details: string[];
  /** Whether a bank debit is in progress. */
  isSettling: boolean;
}

/** The content security policy of the page; the answers of its forms redirect the browser to the seller. */
export function pagePolicy({ success_url: success, cancel_url: cancel }: Session): string {
  return sandboxPolicy([success, cancel].flatMap((address) => (address ? [new URL(address).origin] : [])));
}

/** The hosted checkout page (PAY-61). It asks for no real data; text from the seller is escaped. */
export function checkoutPage(session: Session, order: Shown, problem: string): string {
  const total = money(session.amount_total!, session.currency!);
  const seller = order.seller;
  const isOpen = session.status === 'open';
  const main = `<section class="order" aria-label="Order">
${isOpen && session.cancel_url ? button(session, 'cancel', '\u2190\u00a0Cancel and go back', 'back') : ''}
<div class="seller"><span aria-hidden="true">${escaped(seller.trim().charAt(0).toUpperCase())}</span>${escaped(seller)}</div>
<div class="intro">
<h1>${headline(session, order.lines)}</h1>
<p class="amount">${escaped(total)}</p>
</div>
<dl class="lines">
${order.lines.map((line, place) => lineRow(line, order.details[place] ?? '')).join('\n')}
<div class="total"><dt>${isOpen ? 'Total due' : 'Total'}</dt><dd>${escaped(total)}</dd></div>
</dl>
</section>
<section class="card" aria-label="Payment">
${isOpen ? paymentForm(session, total, problem) : outcome(session, order.isSettling)}
</section>`;
  const title = `${isOpen ? `Pay ${seller}` : seller} (test mode)`;
  return sandboxPage({ title, banner: NO_MONEY, layout: 'beside', main });
}

function headline(session: Session, lines: Stripe.LineItem[]): string {
  if (session.status !== 'open') return 'Your order';
  return lines.length === 1 ? `Pay for ${escaped(lines[0].description ?? 'your order')}` : 'Pay for your order';
}

function lineRow({ description, quantity, amount_total: amount, currency }: Stripe.LineItem, detail: string): string {
  const count = (quantity ?? 1) > 1 ? `Quantity ${quantity}` : '';
  const note = [escaped(detail), count].filter(Boolean).join(' &middot; ');
  return `<div><dt>${escaped(description ?? '')}</dt><dd>${escaped(money(amount, currency))}</dd>${note ? `<dd class="note">${note}</dd>` : ''}</div>`;
}

/** Has no text fields, so that nobody can enter the number of a real card. */
function paymentForm(session: Session, total: string, problem: string): string {
  const field = (label: string, value: string) =>
    `<label class="field">${label}<input value="${value}" readonly></label>`;
  return `<h2>Pay by card</h2>
${problem ? `<p class="alert" role="alert">${escaped(problem)} Nothing was charged. You can try again.</p>` : ''}
<div class="fields">
${field('Card number', '4242 4242 4242 4242')}
<div class="pair">${field('Expiry', '12 / 34')}${field('Security code', '123')}</div>
${field('Name on card', 'Test Customer')}
</div>
${button(session, 'pay', `Pay ${total}`, 'act')}
<div class="others">
<p class="soft">Or try what else can happen:</p>
${button(session, 'decline', 'Decline card')}
${button(session, 'later', 'Pay later')}
</div>
<p class="soft">A test card is filled in; there is nothing to type. Pay later stands for a bank debit, which settles after a while. This page is open until <time>${moment(new Date(session.expires_at * 1_000))}</time>.</p>`;
}

function outcome(session: Session, isSettling: boolean): string {
  const onward = session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  const link = (address: string | null) =>
    address ? `<a class="button act" href="${escaped(address)}" rel="noreferrer">Back to the seller</a>` : '';
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

const button = ({ id }: Session, action: string, label: string, kind: 'act' | 'back' | '' = '') =>
  postButton(`/c/pay/${id}/${action}`, label, kind);

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
