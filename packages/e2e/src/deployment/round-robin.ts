import { Agent, createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { isOfGateway } from '@precis/site/gateway';
import type { AddressInfo } from 'node:net';

/** A gateway that the balancer forwards to. */
export interface Upstream {
  url: string;
  /** Answers 200 while the gateway accepts requests. */
  readyUrl: string;
}

const PROBE_EVERY_MS = 100;
const PROBE_LIMIT_MS = 1_000;
/** One probe may fail on a busy machine. Three in a row take far less time than a stopping gateway continues to serve. */
const FAILURES_UNTIL_OUT = 3;
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade']);

/** A small HTTP balancer for tests: each call goes to the next ready gateway, and is never repeated; pages come from the web app's host. */
export class RoundRobin {
  url = '';
  private readonly failures = new Map<Upstream, number>();
  private turn = 0;
  private closed = false;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server = createServer((request, response) => this.pass(request, response));

  /** `pagesUrl`: the host of the web app; without it everything goes to the gateways. */
  constructor(
    private readonly upstreams: Upstream[],
    private readonly pagesUrl?: string,
  ) {
    for (const upstream of upstreams) this.failures.set(upstream, FAILURES_UNTIL_OUT);
  }

  async listen(): Promise<void> {
    for (const upstream of this.upstreams) void this.watch(upstream);
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.closed = true;
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    this.agent.destroy();
    await closed;
  }

  /** One probe after the other: an older answer must not replace a newer one. */
  private async watch(upstream: Upstream): Promise<void> {
    while (!this.closed) {
      const status = await fetch(upstream.readyUrl, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).then(
        async (answer) => (await answer.body?.cancel(), answer.status),
        () => undefined,
      );
      this.failures.set(upstream, status === 200 ? 0 : this.failures.get(upstream)! + 1);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    if (this.pagesUrl !== undefined && !isOfGateway(request)) return this.passTo(this.pagesUrl, request, response);
    const ready = this.upstreams.filter((upstream) => this.failures.get(upstream)! < FAILURES_UNTIL_OUT);
    if (ready.length === 0) {
      response.writeHead(503).end('no gateway is ready');
      return;
    }
    this.passTo(ready[this.turn++ % ready.length].url, request, response);
  }

  private passTo(url: string, request: IncomingMessage, response: ServerResponse): void {
    const passed = httpRequest(
      url + request.url,
      { method: request.method, headers: endToEnd(request.headers), agent: this.agent },
      (answer) => {
        response.writeHead(answer.statusCode!, endToEnd(answer.headers));
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    passed.on('error', (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`the gateway did not answer: ${error.message}`);
    });
    request.pipe(passed);
    request.on('error', () => passed.destroy());
  }
}

function endToEnd<T extends object>(headers: T): T {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))) as T;
}
