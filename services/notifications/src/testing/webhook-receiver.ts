import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A received request. */
export interface ReceivedWebhook {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A status with headers, or no answer. */
export type ReceiverAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang';

/** A customer's receiver of webhooks, on this machine. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** Decides each request; by default all are accepted. */
  answer: (webhook: ReceivedWebhook) => ReceiverAnswer = () => ({ status: 204 });
  /** Number of currently hanging requests. */
  hanging = 0;
  private server: Server;
  url: string;

  static async listen(port = 0): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.server = createServer((request, response) => void receiver.take(request, response));
    await new Promise<void>((resolve) => receiver.server.listen(port, '127.0.0.1', resolve));
    receiver.url = `http://localhost:${(receiver.server.address() as AddressInfo).port}/hooks`;
    return receiver;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const id = String(request.headers['webhook-id']);
    const webhook = { id, headers: request.headers, body: Buffer.concat(chunks).toString() };
    this.received.push(webhook);
    const answer = this.answer(webhook);
    if (answer === 'hang') {
      this.hanging++;
      response.on('close', () => this.hanging--);
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
  }

  /** The bodies, by id, of requests whose signature the customer's library accepts with this secret. */
  verified(secret: string): Map<string, unknown> {
    const library = new Webhook(secret);
    return new Map(
      this.received.map(({ id, headers, body }) => [id, library.verify(body, headers as Record<string, string>)]),
    );
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
