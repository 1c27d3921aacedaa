import { createMcpHandler, isInitializeRequest, type McpServer } from '@modelcontextprotocol/server';
import type { Logger } from '@precis/runtime/logger';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Asker, cleanClient } from '../api/asked-by.js';
import type { McpConfig } from '../config.js';
import { createServer } from '../create-server.js';
import { clientOfRequest } from '../declared-client.js';
import { VERSION } from '../version.js';
import { CallsInFlight } from './calls-in-flight.js';
import { type Address, addressOf, callerOf, keyOf } from './caller.js';
import { isMeantForUs } from './own-names.rule.js';
import { refuse } from './plain-answer.js';
import { readBody } from './read-body.js';
import { clientOfSession, sessionIdFor } from './session-name.js';
import { toWebRequest, writeWebResponse } from './web-exchange.js';

/** The limit of a body. One protocol message is far smaller. */
const MAX_BODY_BYTES = 100_000;
/** Longer than the longest tool call waits. */
const CALL_LIMIT_MS = 58_000;
/** A subscription never sends anything, because lists change only with a release. Its client reopens it. */
const LISTEN_LIMIT_MS = 10 * 60_000;
const MAX_SUBSCRIPTIONS = 100;

/** The fields of a message that are read here; the SDK validates it. */
interface Message {
  method?: unknown;
  id?: unknown;
  params?: { requestId?: unknown; clientInfo?: unknown };
}

/**
 * `/mcp`: Streamable HTTP, before and since revision 2026-07-28. No copy keeps sessions. Every exchange has a deadline, every body a size limit, and
 * the number of simultaneous requests is bounded (MCP-14).
 */
export class McpEndpoint {
  private readonly handler;
  private readonly inFlight: CallsInFlight;
  private readonly requests: Counter<'outcome'>;
  private isDraining = false;

  constructor(
    private readonly config: McpConfig,
    private readonly logger: Logger,
    metrics: Registry,
    /** Further tools, for the conformance suite, whose scenarios call tools of their own. */
    private readonly extend?: (server: McpServer) => void,
  ) {
    this.inFlight = new CallsInFlight({
      inAll: config.MCP_AT_ONCE,
      perClient: config.MCP_AT_ONCE_PER_CLIENT,
      perAddress: config.MCP_AT_ONCE_PER_ADDRESS,
      subscriptionsPerAddress: config.MCP_SUBSCRIPTIONS_PER_ADDRESS,
    });
    this.requests = new Counter({
      name: 'precis_mcp_requests_total',
      help: 'Requests at /mcp by their outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    new Gauge({
      name: 'precis_mcp_requests_in_progress',
      help: 'Requests at /mcp that are being answered',
      registers: [metrics],
      collect: gaugeOf(() => this.inFlight.open),
    });
    const onerror = (error: Error) => this.logger.debug({ err: error }, 'MCP request refused');
    this.handler = createMcpHandler(({ requestInfo }) => this.serverFor(requestInfo!), {
      onerror,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      maxRequestBodySize: MAX_BODY_BYTES,
    });
  }

  /** Never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once('close', () => this.requests.inc({ outcome: outcomeOf(response) }));
    const { host, origin } = request.headers;
    if (!isMeantForUs({ host, origin }, this.config.PUBLIC_URL)) {
      request.resume();
      return refuse(response, 403, 'The header Host or Origin of this request does not name this server.');
    }
    // The SDK takes a Request of fetch, which cannot have these methods. It refuses the other wrong ones itself.
    if (['TRACE', 'TRACK', 'CONNECT'].includes(request.method ?? '')) {
      request.resume();
      return refuse(response, 405, 'Method not allowed.', { allow: 'POST' });
    }
    if (this.isDraining) return refuse(response, 503, 'The server is restarting. Retry.', { 'retry-after': 1 });
    const from = addressOf(request, this.config.TRUSTED_PROXIES);
    const leave = this.inFlight.enter(callerOf(request, from), from.counted);
    if (!leave) return tooMany(response);
    const over = new AbortController();
    response.once('close', () => (leave(), over.abort(new Error('the connection is gone'))));
    try {
      await this.exchange(request, response, over, from);
    } catch (error) {
      if (!response.destroyed) this.logger.error({ err: error as Error }, 'MCP request failed');
      refuse(response, 500, 'Internal error', { code: -32_603 });
    }
  }

  /** New requests are refused; those under way go on. */
  drain(): void {
    this.isDraining = true;
  }

  async close(): Promise<void> {
    await this.handler.close();
  }

  private async exchange(
    request: IncomingMessage,
    response: ServerResponse,
    over: AbortController,
    from: Address,
  ): Promise<void> {
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === undefined)
      return refuse(response, 413, `A request may have at most ${MAX_BODY_BYTES} bytes.`, { connection: 'close' });
    const messages = messagesIn(body);
    // Each message of a batch is a call of its own, but a request takes only one place and one unit of the throttle.
    if (messages.length > 1)
      return refuse(response, 400, 'Send one message in each request. Batches are not supported.', { code: -32_600 });
    const [message] = messages;
    const session = sessionOf(request);
    const cancelled = message?.method === 'notifications/cancelled' ? idOf(message.params?.requestId) : undefined;
    if (cancelled !== undefined) this.inFlight.cancel(`${session} ${cancelled}`);
    const id = idOf(message?.id);
    const remove = session !== '' && id !== undefined ? this.inFlight.register(`${session} ${id}`, over) : undefined;
    const isSubscription = message?.method === 'subscriptions/listen';
    const end = isSubscription ? this.inFlight.subscribe(from.counted) : () => undefined;
    if (!end) return (remove?.(), tooMany(response));
    response.once('close', end);
    const timer = setTimeout(() => over.abort(new Error('too late')), isSubscription ? LISTEN_LIMIT_MS : CALL_LIMIT_MS);
    try {
      const answer = await Promise.race([
        this.handler.fetch(toWebRequest(request, body, over.signal, from.said)),
        aborted(over.signal),
      ]);
      if (message && isInitializeRequest(message) && answer.ok)
        answer.headers.set('mcp-session-id', sessionIdFor(cleanClient(message.params.clientInfo)));
      await writeWebResponse(answer, response, over.signal);
    } catch (error) {
      if (!over.signal.aborted) throw error;
      refuse(response, 503, 'The request was cancelled or took too long.', { 'retry-after': 1 });
    } finally {
      clearTimeout(timer);
      remove?.();
    }
  }

  private serverFor(request: Request) {
    const { headers, signal } = request;
    const asker = {
      apiKey: keyOf({ authorization: headers.get('authorization'), 'x-api-key': headers.get('x-api-key') }),
      address: headers.get('x-forwarded-for') ?? undefined,
    };
    const ofSession = clientOfSession(headers.get('mcp-session-id'));
    const ofAgent = cleanClient({ name: headers.get('user-agent'), version: '' });
    const server = createServer({
      api: { apiUrl: this.config.API_URL, version: VERSION },
      place: { kind: 'http', publicUrl: this.config.PUBLIC_URL, readsCaptions: false },
      disconnected: signal,
      waitMs: this.config.MCP_WAIT_MS,
      askerOf: (context): Asker => ({ ...asker, client: clientOfRequest(context) ?? ofSession ?? ofAgent }),
    });
    this.extend?.(server);
    return server;
  }
}

function tooMany(response: ServerResponse): void {
  refuse(response, 429, 'Too many requests at once. Retry in a few seconds.', { 'retry-after': 2 });
}

const sessionOf = ({ headers }: IncomingMessage) => String(headers['mcp-session-id'] ?? '');

/** The messages of a body; none when it is not JSON, which the SDK reports. */
function messagesIn(body: Buffer): (Message | undefined)[] {
  try {
    const parsed = JSON.parse(body.toString('utf8')) as unknown;
    return (Array.isArray(parsed) ? parsed : [parsed]).map((one: unknown) =>
      typeof one === 'object' && one !== null ? one : undefined,
    );
  } catch {
    return [];
  }
}

/** An id as a key that tells 1 from "1". Undefined for any other value: an object could throw when it becomes text. */
function idOf(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? `${typeof id} ${id}` : undefined;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function outcomeOf(response: ServerResponse): string {
  return response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted';
}

/** prom-client calls it with the gauge as `this`. */
function gaugeOf(read: () => number) {
  return function (this: Gauge) {
    this.set(read());
  };
}
