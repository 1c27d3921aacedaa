import type { GetReceiptResponse, QuoteLine, UsageHead } from '@precis/proto/billing/v1/billing';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { htmlText } from '../http/html-text.js';

export interface Customer {
  name: string;
  email: string;
}

const FOLDER = new URL('../../receipt/', import.meta.url);
const file = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
/** The style is part of the page, so that a saved copy looks the same. */
const STYLE = file('receipt.css');
const TEMPLATE = file('receipt.html');

/** The page runs, loads and sends nothing: only its own style is allowed. */
export const RECEIPT_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const METHODS: Record<string, string> = { stripe: 'Credit card', crypto: 'Crypto', wallet: 'Wallet' };

/** Renders the page of a receipt (PAY-54). Every text from outside is escaped. Without a customer it shows no name. */
export function receiptPage(receipt: GetReceiptResponse, customer: Customer | undefined): string {
  const { number, issuedAtSeconds, paymentMethod, startsAtSeconds, endsAtSeconds, refundedCents } = receipt;
  const parts: Record<string, string> = {
    style: `<style>${STYLE}</style>`,
    number: htmlText(number),
    issued: dateOf(issuedAtSeconds),
    seller: linesOf(receipt.seller),
    customer: customer ? `<p><b>Customer</b><br />${linesOf([customer.name, customer.email])}</p>` : '',
    rows: receipt.lines.map(row).join(''),
    paid: moneyOf(receipt.paidCents),
    method: htmlText(METHODS[paymentMethod] ?? paymentMethod),
    refunded: refundedCents === 0 ? '' : `<tr><th>Refunded</th><td>${moneyOf(refundedCents)}</td></tr>`,
    usage: receipt.usage ? usageOf(receipt.usage) : '',
    term: startsAtSeconds === 0 ? '' : `Term: ${dateOf(startsAtSeconds)} to ${dateOf(endsAtSeconds)} (UTC)`,
  };
  return TEMPLATE.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name]);
}

/** Shows the totals and the head of the month's statement (STAT-4). */
function usageOf({ month, used, lines, account, head }: UsageHead): string {
  const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const facts = [`Usage statement of ${name}: ${used} videos in ${lines} lines`, `Account ${account}`, `Head ${head}`];
  return `<p class="muted">${linesOf(facts)}</p>`;
}

function row({ label, amountCents }: QuoteLine): string {
  return `<tr><td>${htmlText(label)}</td><td>${moneyOf(amountCents)}</td></tr>`;
}

function linesOf(texts: string[]): string {
  return texts.map(htmlText).join('<br />');
}

/** Formats cents as `-$1,234.05`. */
function moneyOf(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US');
  return `${cents < 0 ? '-' : ''}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** Formats unix seconds as `November 22, 2026`. */
function dateOf(seconds: number): string {
  const parts = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(seconds * 1_000).toLocaleDateString('en-US', parts);
}
