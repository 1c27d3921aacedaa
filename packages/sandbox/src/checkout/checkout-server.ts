import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the routes of a simulator get it. */
export interface CheckoutRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer of the routes of a simulator. Without a body it is empty. */
export interface CheckoutAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A simulator's HTTP server. */
export interface CheckoutServer {
  url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MOST_BODY_BYTES = 100_000;

/**
 * Serves a simulated payment provider on 127.0.0.1 only, at `port` or, when that is in use, at a free one. Refuses requests with another host name,
 * and forms from pages of other sites.
 */
export async function startCheckoutServer({
  port = 0,
  answer,
}: {
  port?: number;
  answer(request: CheckoutRequest): Promise<CheckoutAnswer>;
}): Promise<CheckoutServer> {
  const server = createServer((request, response) => {
    respond(request, response).catch(() => (response.headersSent ? response.destroy() : response.writeHead(500).end()));
  });
  await listen(server, port).catch(() => listen(server, 0));
  const host = `${HOST}:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method = 'GET' } = request;
    // Otherwise a site whose name resolves to this machine could read these pages as its own.
    if (headers.host !== host) return void response.writeHead(421).end(`This simulator answers at ${url}\n`);
    if (method !== 'GET' && headers.origin !== undefined && headers.origin !== url)
      return void response.writeHead(403).end('Not from another site.\n');
    const body = await textOf(request);
    if (body === undefined) return void response.writeHead(413, { connection: 'close' }).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const given = await answer({ method, path: pathname, query: searchParams, headers, body });
    response.writeHead(given.status, {
      'cache-control': 'no-store',
      // With no-referrer, browsers would hide the origin of the page's own forms too.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      ...given.headers,
    });
    response.end(given.body);
  }

  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): CheckoutAnswer {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(value) };
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

/** The body as text; undefined when it is longer than any valid one. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
