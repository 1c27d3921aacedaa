import { checkoutPage } from '../checkout/checkout-page.js';
import type { CheckoutAnswer } from '../checkout/checkout-server.js';
import { escaped, moment, postButton } from '../pages/sandbox-page.js';
import { paymentLink } from './greenfield-wire.js';
import { satsOf, type SimInvoice } from './sim-invoice.js';
import { coins, dollars, dueSats } from './sim-money.js';

/** The status text for the payer, and whether it is good news. */
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

/** The address to which the payer returns, with its placeholders filled; undefined when it is not a web address. */
export function returnAddress({ id, metadata, checkout }: SimInvoice): string | undefined {
  const order = typeof metadata.orderId === 'string' ? metadata.orderId : '';
  const address = checkout.redirectURL
    ?.replaceAll(/\{InvoiceId\}/gi, encodeURIComponent(id))
    .replaceAll(/\{OrderId\}/gi, encodeURIComponent(order));
  if (!address || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return ['http:', 'https:'].includes(protocol) ? href : undefined;
}

/** The page that a payer opens: the amount in bitcoin, the address, and buttons that pay, confirm and expire in place of a wallet. */
export function invoicePage(invoice: SimInvoice): CheckoutAnswer {
  const { id, amountCents, rateCents, status, expirationTime } = invoice;
  const [text, kind] = told(invoice);
  const back = returnAddress(invoice);
  const received = satsOf(invoice);
  const left = Math.max(0, dueSats(invoice) - received);
  const isUnpaid = left > 0 && ['New', 'Expired'].includes(status);
  const row = (name: string, value: string) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`;
  const main = `<div class="intro">
<h1>${isUnpaid && received > 0 ? 'Left to pay with Bitcoin' : 'Pay with Bitcoin'}</h1>
<p class="amount">${coins(left || dueSats(invoice))} BTC</p>
</div>
<div class="card">
<p class="state ${kind}" role="status">${escaped(text)}</p>
${isUnpaid ? `<p class="code"><span class="soft">Payment link</span><br>${escaped(paymentLink(invoice))}</p>` : ''}
<dl class="facts sums">
${row('Total', inDollars(amountCents))}
${row('Rate', `1 BTC = ${inDollars(rateCents)}`)}
${row('Received', `${coins(received)} BTC`)}
${row('Price held until', moment(new Date(expirationTime * 1_000)))}
${row('Invoice', id)}
</dl>
${choices(invoice, left)}
${back ? `<a class="button${status === 'Settled' ? ' act' : ''}" href="${escaped(back)}">Return to the shop</a>` : ''}
</div>`;
  const page = checkoutPage({ title: 'Pay with Bitcoin', main });
  const isOver = status === 'Settled' && back && invoice.checkout.redirectAutomatically;
  return isOver ? { ...page, headers: { ...page.headers, refresh: `3;url=${back}` } } : page;
}

/** The possible actions on the invoice; empty when there are none. */
function choices(invoice: SimInvoice, left: number): string {
  const { id, status, payments } = invoice;
  const button = (action: string, label: string, style: 'act' | '' = '') =>
    postButton(`/i/${encodeURIComponent(id)}/${action}`, label, style);
  const late = status === 'Expired' ? ', late' : '';
  const mayPay = left > 0 && ['New', 'Expired'].includes(status);
  const offered = [
    ...(mayPay && payments.length > 0
      ? [button(`pay?percent=${Math.round((left * 100) / dueSats(invoice))}`, `Pay the rest${late}`, 'act')]
      : []),
    ...(mayPay && payments.length === 0
      ? [
          button('pay?percent=100', `Pay the exact amount${late}`, 'act'),
          button('pay?percent=50', `Pay 50 %${late}`),
          button('pay?percent=150', `Pay 150 %${late}`),
        ]
      : []),
    ...(payments.some(({ isSettled }) => !isSettled)
      ? [button('confirm', 'Confirm a block', mayPay ? '' : 'act')]
      : []),
    ...(status === 'New' ? [button('expire', 'Expire this invoice')] : []),
    ...(status === 'Processing' ? [button('expire', 'Never confirm it')] : []),
  ];
  return offered.length === 0
    ? ''
    : `<div class="others">
<p class="soft">No wallet and no chain are needed. Choose what happens:</p>
${offered.join('\n')}
</div>`;
}

/** Formats `8400` as `$84.00`. */
const inDollars = (cents: number) => `$${dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** The page on which a refund is claimed. */
export function claimPage({ name, amount, currency }: { name: string; amount: string; currency: string }) {
  const main = `<div class="intro">
<h1>${escaped(name)}</h1>
<p class="amount">${escaped(amount)} ${escaped(currency)}</p>
</div>
<p class="soft">Here a payer would type the address that the refund goes to.</p>`;
  return checkoutPage({ title: 'Claim a refund', main });
}
