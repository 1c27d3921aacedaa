import { eventually } from '@precis/testing/eventually';
import { createServer, type IncomingHttpHeaders, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  path: string;
  /** Names and values in Stripe's form encoding, `line_items[0][quantity]` split at its brackets. */
  parameters: { names: string[]; value: string }[];
  idempotencyKey?: string;
}

export interface Answer {
  status: number;
  body: string;
}

/** The test's handling of a request: forward it or not, and any answer. Undefined = no answer. */
export type Interception = (request: SeenRequest, handOn: () => Promise<Answer>) => Promise<Answer | undefined>;

const HAND_ON: Interception = (_request, handOn) => handOn();

/** Stripe's own failure, before or after the request took effect. */
export const BROKEN: Answer = {
  status: 500,
  body: JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred' } }),
};

/** A proxy between the SDK and the simulator: sees every request, and can break any. */
export class StripeDoor {
  readonly seen: SeenRequest[] = [];
  intercept: Interception = HAND_ON;
  /** Acts as if Stripe had forgotten every idempotency key, as it does after a day. */
  forgetsKeys = false;

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async open(simulatorUrl: string): Promise<StripeDoor> {
    const server = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const body = Buffer.concat(chunks);
        const [path, query = ''] = request.url!.split('?', 2);
        const { 'idempotency-key': key } = request.headers;
        const seen: SeenRequest = {
          method: request.method!,
          path,
          parameters: parametersOf(query || body.toString()),
          idempotencyKey: key as string | undefined,
        };
        door.seen.push(seen);
        const headers: IncomingHttpHeaders = { ...request.headers, host: new URL(simulatorUrl).host };
        if (door.forgetsKeys) delete headers['idempotency-key'];
        const handOn = () => forward(simulatorUrl + request.url!, { method: seen.method, headers, body });
        const answer = await door.intercept(seen, handOn);
        if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      })().catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const door = new StripeDoor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    return door;
  }

  /** Waits for a matching request. */
  async until(matches: (seen: SeenRequest) => boolean): Promise<void> {
    await eventually('the request comes', () => this.seen.some(matches));
  }

  /** Cuts all unanswered connections. */
  cut(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function forward(
  url: string,
  { method, headers, body }: { method: string; headers: object; body: Buffer },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: headers as Record<string, string> }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode!, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

function parametersOf(form: string): SeenRequest['parameters'] {
  return [...new URLSearchParams(form)].map(([name, value]) => ({
    names: name.split(/\[|\]\[|\]/).filter(Boolean),
    value,
  }));
}
