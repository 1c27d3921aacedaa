import type { DemoAccount } from './demo-account.js';

/** What make start prints when everything serves. */
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

SANDBOX: this deployment stands in for ${sandboxed.join(', ')}. Not for production.
Mails: ${demo.url}/sandbox/mailbox

Try it, no network needed:
${curl}

Stop with Ctrl-C.
`;
}
