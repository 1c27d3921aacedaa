import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { pause, unlessAborted } from '@precis/runtime/pause';
import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import { isAllowedUrl } from './allowed-url.rule.js';
import { readHttpAnswer, type Fetched } from './http-outcome.rule.js';

/** One request; `limitBytes` limits the body of its answer. */
export interface GuardedCall {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  limitBytes: number;
  dispatcher: Dispatcher;
  signal: AbortSignal;
}

/**
 * Sends all requests to YouTube, with allow-listed hosts, a limited pace, one deadline per call and limited bodies. A redirect is returned as an
 * answer and never followed (VID-2).
 */
export class GuardedHttpClient {
  constructor(
    private readonly baseUrl: string,
    private readonly callTimeoutMs: number,
    private readonly pace: RequestPace,
  ) {}

  /** Rejects only when the caller's own signal ended the call. */
  async fetch(url: URL, call: GuardedCall): Promise<Fetched> {
    if (!isAllowedUrl(url, this.baseUrl)) return { kind: 'failed', why: 'host_not_allowed', mayRetry: false };
    await this.pace.turn(call.signal);
    const deadline = AbortSignal.timeout(this.callTimeoutMs);
    const { limitBytes, signal, dispatcher, ...rest } = call;
    const until = AbortSignal.any([signal, deadline]);
    let answered = false;
    try {
      const headers = { ...rest.headers, 'accept-encoding': 'gzip' };
      // undici observes its signal only after the connection is open, and a proxy may accept a connection and never open its tunnel.
      const response = await unlessAborted(until, request(url, { ...rest, headers, dispatcher, signal: until }));
      answered = true;
      return readHttpAnswer({
        status: response.statusCode,
        location: oneHeader(response.headers.location),
        retryAfterSeconds: Number(oneHeader(response.headers['retry-after'])) || undefined,
        body: await readBounded(response.body, oneHeader(response.headers['content-encoding']), limitBytes),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) return { kind: 'unreachable', why: 'timeout' };
      if (error instanceof BodyTooLargeError) return { kind: 'failed', why: 'too_large', mayRetry: false };
      if (answered) return { kind: 'failed', why: 'cut_off', mayRetry: true };
      return this.#connectionLost(error);
    }
  }

  /** A broken connection is worth a second attempt; a connection that was never made concerns every client alike. */
  #connectionLost(error: unknown): Fetched {
    const code = String((error as { code?: unknown } | null)?.code ?? '');
    const wasOpen = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code) || code.startsWith('HPE_');
    return wasOpen
      ? { kind: 'failed', why: 'reset', mayRetry: true, isRouteLost: true }
      : { kind: 'unreachable', why: 'no_connection' };
  }
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** The answer exceeded its limit. A separate class, because a repeat would not help, unlike after a broken connection. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
}

/**
 * Reads a body to its end, at most `limitBytes` after decompression (a few compressed kB can hold gigabytes). Rejects when the connection ends
 * early, because a truncated body must never pass for a short one.
 */
export async function readBounded(body: Readable, encoding: string | undefined, limitBytes: number): Promise<string> {
  const gunzip = encoding === 'gzip' ? createGunzip() : undefined;
  if (gunzip !== undefined) body.on('error', (error) => gunzip.destroy(error));
  const plain: Readable = gunzip === undefined ? body : body.pipe(gunzip);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw new BodyTooLargeError(`more than ${limitBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    // Ends the download when it was not read to its end. A late error has no listener any more.
    body.on('error', () => undefined).destroy();
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Lets at most `perSecond` requests pass a second, a second's worth at once after a rest; further requests wait in order. YouTube blocks addresses
 * that send more, and then no account is served.
 */
export class RequestPace {
  private nextMs = 0;
  private readonly stepMs: number;
  /** Settles when the last waiting request has passed or given up. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    perSecond: number,
    private readonly nowMs: () => number,
  ) {
    this.stepMs = 1_000 / perSecond;
  }

  /** Resolves when a request may be sent, in order of arrival; rejects when `signal` fires. */
  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const turn = this.last.then(() => this.take(signal));
    this.last = turn.catch(() => undefined);
    await unlessAborted(signal, turn);
  }

  /** Counts a turn only when it is used. If turns were reserved for callers that gave up, a crowd could delay all later callers without end. */
  private async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const nowMs = this.nowMs();
    const turnMs = Math.max(this.nextMs, nowMs - 1_000 + this.stepMs);
    if (turnMs > nowMs) await pause(turnMs - nowMs, signal);
    signal.throwIfAborted();
    this.nextMs = turnMs + this.stepMs;
  }
}

/** A network route: the machine's own address, or a proxy with its own connection pool. */
export interface Route {
  dispatcher: Dispatcher;
  quarantinedUntilMs: number;
}

const QUARANTINE_MS = 60_000;
const CONNECTIONS_PER_ROUTE = 32;

/** Uses routes in turn. A route rests for 60 s after YouTube blocked it or nobody answered there, because insisting prolongs a block. */
export class ProxyRoutes {
  readonly #routes: Route[];
  #turn = 0;

  constructor(
    proxyUrls: string[],
    connectTimeoutMs: number,
    private readonly nowMs: () => number,
  ) {
    const options = { connections: CONNECTIONS_PER_ROUTE, connect: { timeout: connectTimeoutMs } };
    // The connection to the proxy itself has its own limits: by default 10 s for the connection and 5 minutes for the tunnel.
    const toProxy = {
      connectTimeout: connectTimeoutMs,
      clientFactory: (origin: URL, given: object) => new Pool(origin, { ...given, headersTimeout: connectTimeoutMs }),
    };
    const dispatchers: Dispatcher[] =
      proxyUrls.length === 0
        ? [new Agent(options)]
        : proxyUrls.map((uri) => new ProxyAgent({ uri, proxyTunnel: true, ...options, ...toProxy }));
    this.#routes = dispatchers.map((dispatcher) => ({ dispatcher, quarantinedUntilMs: 0 }));
  }

  /** The next rested route in turn; when all rest, the one whose rest ends first. */
  pick(): Route {
    return this.#choose([]) ?? this.#routes[0];
  }

  /** Same as pick(), among routes not yet tried; undefined when there are no others. */
  pickOther(tried: Route[]): Route | undefined {
    return this.#choose(tried);
  }

  #choose(tried: Route[]): Route | undefined {
    const start = this.#turn++;
    const inTurn = this.#routes.map((_, index) => this.#routes[(start + index) % this.#routes.length]);
    const open = inTurn.filter((route) => !tried.includes(route));
    const nowMs = this.nowMs();
    const rested = open.find((route) => route.quarantinedUntilMs <= nowMs);
    return rested ?? open.sort((a, b) => a.quarantinedUntilMs - b.quarantinedUntilMs)[0];
  }

  quarantine(route: Route): void {
    route.quarantinedUntilMs = this.nowMs() + QUARANTINE_MS;
  }

  async close(): Promise<void> {
    await Promise.all(this.#routes.map((route) => route.dispatcher.destroy()));
  }
}
