import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import { sandboxPolicy } from '../pages/sandbox-page.js';
import { makeProvider, type SandboxClient } from './make-provider.js';
import { People } from './people.js';
import { signInPage } from './sign-in-page.js';

/** A real OpenID provider in place of Google, without passwords: people and tests sign in as anyone (OPS-1). */
export interface GoogleSandbox {
  issuer: string;
  client: SandboxClient;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const SIGN_IN = /^\/sign-in\/[\w-]+$/;
const MOST_FORM_BYTES = 10_000;
const CHOICES = 5;

/** Opens the provider on 127.0.0.1 only, for the client of `redirectUri`, at `port` or, when that is in use, at a free one. */
export async function startGoogleSandbox({
  redirectUri,
  port = 0,
  secret = randomBytes(24).toString('base64url'),
}: {
  redirectUri: string;
  port?: number;
  secret?: string;
}): Promise<GoogleSandbox> {
  const people = new People();
  const client = { id: 'precis-sandbox', secret, redirectUri };
  let made: Promise<Provider> | undefined;
  const server = createServer((request, response) => {
    made ??= makeProvider(issuer, client, people);
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await listen(server, port).catch(() => listen(server, 0));
  const host = `${HOST}:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Otherwise a site whose name resolves to this machine could sign its visitors in as anyone.
    if (request.headers.host !== host) return void response.writeHead(421).end(`This provider answers at ${issuer}\n`);
    const provider = await made!;
    if (!SIGN_IN.test(request.url ?? '')) return provider.callback()(request, response);
    if (request.method !== 'POST') return page(response);
    return provider.interactionFinished(request, response, await resultOf(request)).catch(() => {
      response.writeHead(400).end('This sign-in is over. Go back and start again.\n');
    });
  }

  async function resultOf(request: IncomingMessage): Promise<object> {
    const form = new URLSearchParams(await textOf(request));
    const [email, name] = [form.get('email')?.trim() ?? '', form.get('name')?.trim() ?? ''];
    if (form.has('cancel') || !email.includes('@')) return { error: 'access_denied' };
    const person = people.remember(email, name, form.get('verified') === 'yes');
    return { select_account: {}, login: { accountId: person.sub } };
  }

  function page(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': sandboxPolicy([new URL(redirectUri).origin]),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(signInPage(people.newest(CHOICES)));
  }

  return {
    issuer,
    client,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) if (text.length < MOST_FORM_BYTES) text += String(chunk);
  return text;
}
