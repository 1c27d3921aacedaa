import { type GoogleSandbox, startGoogleSandbox } from '@precis/sandbox/google/google-sandbox';
import { signInAtSandbox } from '@precis/sandbox/google/person-at-sandbox';
import { linksOf } from '@precis/sandbox/mailbox/mail-links';
import { mailboxHandler } from '@precis/sandbox/mailbox/mailbox-handler';
import { mailboxPage } from '@precis/sandbox/mailbox/mailbox-page';
import type { Mail } from '@precis/sandbox/mailbox/mail-store';
import { type BtcpaySimulator, startBtcpaySimulator } from '@precis/sandbox/btcpay/btcpay-simulator';
import { startStripeSimulator, type StripeSimulator } from '@precis/sandbox/stripe/stripe-simulator';
import { createServer, type Server } from 'node:http';

/** The sandbox's pages without the product: quick to start, with every state of a checkout available. */
export class SandboxPages {
  private constructor(
    /** The origin of the mailbox, to which forms also return. */
    readonly origin: string,
    private readonly site: Server,
    private readonly google: GoogleSandbox,
    private readonly stripe: StripeSimulator,
    private readonly btcpay: BtcpaySimulator,
  ) {}

  static async start(mails: Mail[]): Promise<SandboxPages> {
    const messages = (to?: string) => mails.filter((mail) => !to || mail.to.includes(to));
    const answer = mailboxHandler({ messages, page: (to) => mailboxPage(messages(to), to) });
    const site = createServer((request, response) => {
      if (!answer(request, response))
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Back</title>');
    }).listen(0, '127.0.0.1');
    await new Promise((done) => site.once('listening', done));
    const origin = `http://127.0.0.1:${(site.address() as { port: number }).port}`;
    return new SandboxPages(
      origin,
      site,
      await startGoogleSandbox({ redirectUri: `${origin}/api/auth/google/callback` }),
      await startStripeSimulator({ seller: 'Precis' }),
      await startBtcpaySimulator(),
    );
  }

  mailbox(to = ''): string {
    return `${this.origin}/sandbox/mailbox${to && `?to=${encodeURIComponent(to)}`}`;
  }

  /** The sign-in page as the gateway opens it; `before`: a person who has signed in there earlier. */
  async signIn(before?: { email: string; name: string; isEmailVerified?: boolean }): Promise<string> {
    const { id: client_id, redirectUri: redirect_uri } = this.google.client;
    const query = new URLSearchParams({
      client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    const url = `${this.google.issuer}/auth?${query.toString()}`;
    if (before) await signInAtSandbox(url, before);
    return url;
  }

  /** A card checkout after these buttons were pressed. */
  async card(...buttons: ('pay' | 'decline' | 'later' | 'fail' | 'expire')[]): Promise<string> {
    const headers = {
      authorization: `Bearer ${this.stripe.apiKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams({
      mode: 'payment',
      success_url: `${this.origin}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${this.origin}/payment/cancel`,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '8100',
      'line_items[0][price_data][product_data][name]': 'Precis Medium, 3 months',
      'line_items[0][price_data][product_data][description]': '500 videos a month until 22 Feb 2027',
    });
    const sessions = `${this.stripe.url}/v1/checkout/sessions`;
    const { id, url } = (await asked(sessions, { headers, body })) as { id: string; url: string };
    for (const button of buttons) {
      if (button === 'expire') await asked(`${sessions}/${id}/expire`, { headers });
      else await asked(`${url}/${button}`, {});
    }
    return `${this.stripe.url}/c/pay/${id}`;
  }

  /** A bitcoin invoice after these buttons were pressed. */
  async crypto(...buttons: (`pay?percent=${number}` | 'confirm' | 'expire')[]): Promise<string> {
    const { id } = await this.greenfield('', {
      amount: '81.00',
      currency: 'USD',
      metadata: { orderId: '0192f0c1-0000-7000-8000-000000000001' },
      checkout: { speedPolicy: 'MediumSpeed', redirectURL: `${this.origin}/payment/success?session_id={InvoiceId}` },
    });
    const url = `${this.btcpay.url}/i/${id}`;
    for (const button of buttons) await asked(`${url}/${button}`, {});
    return url;
  }

  /** The page on which a payer claims a refund. */
  async claim(): Promise<string> {
    const invoice = (await this.crypto('pay?percent=150', 'confirm')).split('/').at(-1)!;
    const refund = { name: 'Refund of what was paid too much', refundVariant: 'OverpaidAmount' };
    return (await this.greenfield(`/${invoice}/refund`, refund)).viewLink;
  }

  async close(): Promise<void> {
    await Promise.all([this.google.close(), this.stripe.close(), this.btcpay.close()]);
    this.site.closeAllConnections();
    await new Promise((done) => this.site.close(done));
  }

  private greenfield(path: string, body: object): Promise<{ id: string; viewLink: string }> {
    const headers = { authorization: `token ${this.btcpay.apiKey}`, 'content-type': 'application/json' };
    const url = `${this.btcpay.url}/api/v1/stores/${this.btcpay.storeId}/invoices${path}`;
    return asked(url, { headers, body: JSON.stringify(body) }) as Promise<{ id: string; viewLink: string }>;
  }
}

/** Every page in every state that looks different; each function returns its address. */
export const SANDBOX_STATES: Record<string, (pages: SandboxPages) => Promise<string>> = {
  mailbox: async (pages) => pages.mailbox(),
  'mailbox without a mail': async (pages) => pages.mailbox('nobody@example.com'),
  'sign-in': (pages) => pages.signIn(),
  'sign-in with people seen before': async (pages) => {
    await pages.signIn({ email: 'ben@example.com', name: 'Ben', isEmailVerified: false });
    return pages.signIn({ email: 'a.very.long.address.of.somebody@a-long-domain.example', name: 'Ann Onymous' });
  },
  'card checkout': (pages) => pages.card(),
  'card declined': (pages) => pages.card('decline'),
  'card paid': (pages) => pages.card('pay'),
  'bank debit on its way': (pages) => pages.card('later'),
  'bank debit failed': (pages) => pages.card('later', 'fail'),
  'card checkout expired': (pages) => pages.card('expire'),
  'crypto checkout': (pages) => pages.crypto(),
  'crypto paid in part': (pages) => pages.crypto('pay?percent=50'),
  'crypto on its way': (pages) => pages.crypto('pay?percent=100'),
  'crypto paid': (pages) => pages.crypto('pay?percent=100', 'confirm'),
  'crypto expired': (pages) => pages.crypto('expire'),
  'crypto paid late': (pages) => pages.crypto('expire', 'pay?percent=100'),
  'crypto refund': (pages) => pages.claim(),
};

/** A mail in the mailbox with this text. */
export function mailOf(text: string, { id, minute }: { id: string; minute: number }): Mail {
  const [subject, ...body] = text.split('\n');
  return {
    messageId: id,
    receivedAt: new Date(Date.UTC(2026, 10, 22, 21, minute)).toISOString(),
    to: ['ann@example.com'],
    from: 'Precis <no-reply@precis.example>',
    subject: subject.replace(/^Subject: /, ''),
    text: body.join('\n').trimStart(),
    links: linksOf(text, ''),
  };
}

async function asked(url: string, init: { headers?: Record<string, string>; body?: string | URLSearchParams }) {
  const response = await fetch(url, { method: 'POST', ...init });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
