import { Agent, type IncomingMessage, request } from 'node:http';
import { type Answer, type CallOptions, parsed } from './call.js';
import { sweep } from './secrets-sweep.js';

/** An answer, with the time of its request on performance.now(), and its duration. */
export interface TimedAnswer extends Answer {
  begunMs: number;
  tookMs: number;
}

type Options = Pick<CallOptions, 'body' | 'key' | 'token'>;

const DEADLINE_MS = 60_000;

/** One client connection, kept open between its requests, which are sent one after the other. */
export class KeepAliveConnection {
  /** Number of TCP connections so far; more than one = the server closed the first. */
  readonly ports = new Set<number>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(readonly url: string) {}

  async call(method: string, path: string, { body, key, token }: Options = {}): Promise<TimedAnswer> {
    const begunMs = performance.now();
    const headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        this.url + path,
        { method, headers, agent: this.agent, signal: AbortSignal.timeout(DEADLINE_MS) },
        resolve,
      );
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
    this.ports.add(response.socket.localPort!);
    response.setEncoding('utf8');
    let text = '';
    for await (const chunk of response) text += chunk as string;
    const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    const headersGiven = new Headers(Object.fromEntries(given));
    sweep.answered(`${method} ${path}`, response.statusCode!, headersGiven, text);
    return {
      status: response.statusCode!,
      headers: headersGiven,
      text,
      body: parsed(text),
      begunMs,
      tookMs: performance.now() - begunMs,
    };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Opens connections, spread evenly over the addresses. */
export function connectionsTo(urls: string[], count: number): KeepAliveConnection[] {
  return Array.from({ length: count }, (_, index) => new KeepAliveConnection(urls[index % urls.length]));
}
