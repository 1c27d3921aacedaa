import { checkoutPage, escaped, postButton } from '../checkout/checkout-page.js';
import type { CheckoutAnswer } from '../checkout/checkout-server.js';
import { paymentLink } from './greenfield-wire.js';
import { satsOf, type SimInvoice } from './sim-invoice.js';
import { coins, dollars, dueSats } from './sim-money.js';

/** What the payer reads, and whether it is good. */
function told(invoice: SimInvoice): [text: string, kind: 'good' | 'bad' | ''] {
  const { status, additionalStatus } = invoice;
  if (status === 'Settled') return [additionalStatus === 'PaidOver' ? 'Paid, more than was due' : 'Paid', 'good'];
  if (status === 'Processing') return ['Payment received, waiting for confirmation', 'good'];
  if (status === 'Invalid') return ['This invoice is invalid', 'bad'];
  if (status === 'Expired' && additionalStatus === 'PaidLate') return ['Paid after it had expired', 'bad'];
  if (status === 'Expired')
    return [additionalStatus === 'PaidPartial' ? 'Expired with a partial payment' : 'Expired', 'bad'];
  return [additionalStatus === 'PaidPartial' ? 'Partial payment received' : 'Awaiting payment', ''];
}

/** Where the payer goes back to, with its placeholders filled; undefined for what is no web address. */
export function returnAddress({ id, metadata, checkout }: SimInvoice): string | undefined {
  const order = typeof metadata.orderId === 'string' ? metadata.orderId : '';
  const address = checkout.redirectURL
    ?.replaceAll(/\{InvoiceId\}/gi, encodeURIComponent(id))
    .replaceAll(/\{OrderId\}/gi, encodeURIComponent(order));
  if (!address || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return ['http:', 'https:'].includes(protocol) ? href : undefined;
}

/** The page that a payer opens: what is due in bitcoin, where to, and in place of a wallet the buttons that pay, confirm and expire. */
export function invoicePage(invoice: SimInvoice): CheckoutAnswer {
  const { id, amountCents, rateCents, status, destination, expirationTime } = invoice;
  const [text, kind] = told(invoice);
  const back = returnAddress(invoice);
  const left = Math.max(0, dueSats(invoice) - satsOf(invoice));
  const isUnpaid = status === 'New' || (status === 'Expired' && left > 0);
  const row = (name: string, value: string) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`;
  const button = (action: string, label: string, style: 'act' | '' = '') =>
    postButton(`/i/${encodeURIComponent(id)}/${action}`, label, style);
  const code = `<code class="code" aria-label="Payment link">${escaped(paymentLink(invoice))}</code>`;
  const main = `<h1>Pay with Bitcoin</h1>
<p class="amount">${coins(left || dueSats(invoice))} BTC</p>
<p class="state ${kind}" role="status">${escaped(text)}</p>
${isUnpaid ? code : ''}
<dl>
${row('Total', `${dollars(amountCents)} USD`)}
${row('Rate', `1 BTC = ${dollars(rateCents)} USD`)}
${row('Received', `${coins(satsOf(invoice))} BTC`)}
${row('Address', destination)}
${row('Price held until', new Date(expirationTime * 1_000).toISOString())}
${row('Invoice', id)}
</dl>
${isUnpaid ? payButtons(button, status === 'Expired') : ''}
${invoice.payments.some(({ isSettled }) => !isSettled) ? button('confirm', 'Confirm a block', 'act') : ''}
${['New', 'Processing'].includes(status) ? button('expire', status === 'New' ? 'Expire this invoice' : 'Never confirm it') : ''}
${back ? `<a class="button" href="${escaped(back)}">Return to the shop</a>` : ''}`;
  const page = checkoutPage({ title: 'Pay with Bitcoin', main });
  const isOver = status === 'Settled' && back && invoice.checkout.redirectAutomatically;
  return isOver ? { ...page, headers: { ...page.headers, refresh: `3;url=${back}` } } : page;
}

function payButtons(button: (action: string, label: string, style?: 'act' | '') => string, isLate: boolean): string {
  const late = isLate ? ', late' : '';
  return [
    button('pay?percent=100', `Pay the exact amount${late}`, 'act'),
    button('pay?percent=50', `Pay 50 %${late}`),
    button('pay?percent=150', `Pay 150 %${late}`),
  ].join('\n');
}

/** Where a refund is claimed. */
export function claimPage({ name, amount, currency }: { name: string; amount: string; currency: string }) {
  const main = `<h1>${escaped(name)}</h1>
<p class="amount">${escaped(amount)} ${escaped(currency)}</p>
<p>Here a payer would type the address that the refund goes to.</p>`;
  return checkoutPage({ title: 'Claim a refund', main });
}
