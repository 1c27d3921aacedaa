import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received webhook. */
export interface HeardWebhook {
  headers: IncomingHttpHeaders;
  /** The body byte for byte as received. */
  body: Buffer;
}

/** A receiver for webhooks in tests: stores what arrives, and answers as the test says. */
export interface WebhookListener {
  url: string;
  heard: HeardWebhook[];
  /** The status of the next answers; 0 closes the connection without one. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** Opens a receiver on a free port of 127.0.0.1, which first answers 200. */
export async function listenForWebhooks(): Promise<WebhookListener> {
  const heard: HeardWebhook[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    heard.push({ headers: request.headers, body: Buffer.concat(chunks) });
    if (status === 0) return void request.socket.destroy();
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    answerWith: (wanted) => void (status = wanted),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
