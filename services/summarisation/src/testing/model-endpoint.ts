import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as the server received it. */
export interface EndpointCall {
  authorization: string;
  form: string;
  maxTokens: number;
  system: string;
  user: string;
  /** The whole body. */
  body: string;
  atMs: number;
}

/** Answers a call; `undefined` = as an honest model. */
export type Behaviour = (call: EndpointCall, response: ServerResponse, nr: number) => unknown;

interface Body {
  messages: { content: string }[];
  response_format?: { type: string };
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** An OpenAI-compatible server on its own port. It answers honestly by quoting its input until a test sets another behaviour. */
export class ModelEndpoint {
  readonly calls: EndpointCall[] = [];
  /** Calls under way, and their maximum. */
  underWay = 0;
  most = 0;
  behaviour: Behaviour = (call, response) => answerWith(response, honest(call));
  private server: Server;

  static async start(): Promise<ModelEndpoint> {
    const endpoint = new ModelEndpoint();
    endpoint.server = createServer((request, response) => void endpoint.serve(request, response));
    endpoint.server.listen(0, '127.0.0.1');
    await once(endpoint.server, 'listening');
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  reset(): void {
    this.calls.length = 0;
    this.most = 0;
    this.behaviour = (call, response) => answerWith(response, honest(call));
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { messages, response_format: format, ...limits } = JSON.parse(text) as Body;
    this.calls.push({
      authorization: request.headers.authorization ?? '',
      form: format?.type ?? 'text',
      maxTokens: limits.max_completion_tokens ?? limits.max_tokens ?? 0,
      system: messages[0].content,
      user: messages[1].content,
      body: text,
      atMs: performance.now(),
    });
    this.underWay += 1;
    this.most = Math.max(this.most, this.underWay);
    response.on('close', () => (this.underWay -= 1));
    await this.behaviour(this.calls.at(-1)!, response, this.calls.length);
  }
}

/** Ends the call with this text as the model's answer. */
export function answerWith(response: ServerResponse, content: string | null, more: object = {}): void {
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content }, ...more };
  const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
  const body = JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices: [choice], usage });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

/** Ends the call with an error in the format of such servers; the message repeats a key, as some do. */
export function refuseWith(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message: 'Incorrect key sim-secret-key', type: 'x', code: 'x' } }));
}

/** The sentences given to the model, each with the time of its line. */
export function saidIn(user: string): { text: string; from: string; to: string }[] {
  return [...user.matchAll(/^\[([\d:]+)\] (?:Chapter: )?(.*)$/gm)].flatMap(([, from, line]) =>
    (line.match(/[^.]+\./g) ?? [line]).map((text) => ({ text: text.trim(), from, to: from })),
  );
}

/** An answer made of quotations: at most three sentences and six points, spread over the speech, and one chapter. */
export function honest({ user }: EndpointCall): string {
  const said = saidIn(user);
  const spread = (count: number, from: number) =>
    Array.from(
      { length: count },
      (_, nr) => said[Math.min(said.length - 1, from + Math.floor((nr * said.length) / count))],
    );
  return JSON.stringify({
    language: 'en',
    sentences: spread(Math.min(3, said.length), 0),
    points: spread(Math.min(6, said.length), 1),
    chapters: [{ title: said[0].text.split(' ').slice(0, 4).join(' '), from: said[0].from }],
    focus_found: true,
  });
}
