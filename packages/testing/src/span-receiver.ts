import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span (OTLP/HTTP JSON). */
export interface ReceivedSpan {
  service: string;
  scope: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  /** Trace ids of its links. */
  links: string[];
  failed: boolean;
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** An OTLP receiver that stores what it gets, and can fail: `hang` accepts requests and never answers, `refuse` answers 503. */
export class SpanReceiver {
  mode: 'take' | 'hang' | 'refuse' = 'take';
  readonly spans: ReceivedSpan[] = [];
  /** Everything that was received, including headers, unchanged. */
  raw = '';
  /** How many requests came in. */
  requests = 0;
  private readonly server = createServer((request, response) => void this.take(request, response));

  static async listen(): Promise<SpanReceiver> {
    const receiver = new SpanReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  ofTrace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (this.mode === 'hang') return;
    if (this.mode === 'refuse' || request.url !== '/v1/traces') return void response.writeHead(503).end();
    this.raw += JSON.stringify(request.headers) + body;
    this.spans.push(...spansOf(JSON.parse(body) as Json));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }
}

type Json = ReturnType<typeof JSON.parse>;

function spansOf(sent: Json): ReceivedSpan[] {
  return sent.resourceSpans.flatMap(({ resource, scopeSpans }: Json) => {
    const service = resource.attributes.find(({ key }: Json) => key === 'service.name').value.stringValue as string;
    return scopeSpans.flatMap(({ scope, spans }: Json) =>
      spans.map((span: Json) => ({
        service,
        scope: scope.name,
        name: span.name,
        kind: KINDS[span.kind],
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        links: (span.links ?? []).map((link: Json) => link.traceId),
        failed: span.status?.code === 2,
      })),
    );
  });
}
