import type { DemoAccount } from './demo-account.js';

/** The output of `make start` when everything serves; `sandboxed` names the simulated parts. */
export function announcement(demo: DemoAccount, sandboxed: string[]): string {
  const curl = [
    `curl -s -X POST ${demo.url}/api/youtube/summarize \\`,
    `  -H 'x-api-key: ${demo.api_key}' -H 'content-type: application/json' \\`,
    `  -d '{"url": "https://www.youtube.com/watch?v=precisDemo1", "summary_type": "short"}'`,
  ].join('\n');
  return `
Precis is ready: ${demo.url}

Demo account   ${demo.email}   password ${demo.password}   (plan ${demo.plan})
API key        ${demo.api_key}

${notice(demo.url, sandboxed)}

Try it, no network needed:
${curl}

Stop with Ctrl-C.
`;
}

/** Names for people, by the names in GET /api/info. */
const PROVIDERS: Record<string, string> = { stripe: 'Stripe', btcpay: 'BTCPay Server' };

function notice(url: string, sandboxed: string[]): string {
  const mails = sandboxed.includes('the mail server')
    ? `No mail leaves this machine. Read the mails at ${url}/sandbox/mailbox`
    : 'Mails are really sent, through the mail server of SMTP_URL. There is no sandbox mailbox.';
  if (sandboxed.length === 0) return mails;
  const parts = sandboxed.map((part) => PROVIDERS[part] ?? part);
  return `SANDBOX: this deployment simulates ${parts.join(', ')}. Not for production.\n${mails}`;
}
