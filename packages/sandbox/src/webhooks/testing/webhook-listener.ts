import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardWebhook {
  headers: IncomingHttpHeaders;
  /** As it came, to the byte. */
  body: Buffer;
}

/** Where a test has webhooks sent to: keeps what came, and answers as the test likes. */
export interface WebhookListener {
  url: string;
  heard: HeardWebhook[];
  /** Status of the next answers; 0 hangs up without one. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

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
