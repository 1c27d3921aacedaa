import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultDice } from '../webhooks/fault-dice.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { API_FAULTS, type ApiAnswer, sameText, stripeApi } from './api.js';
import { Books } from './books.js';
import { BooksFile } from './books-file.js';
import { checkoutHandler } from './checkout-handler.js';
import { Checkouts } from './checkouts.js';
import { controls } from './control.js';
import { surroundings } from './events.js';
import { StripeRefusal } from './stripe-refusal.js';
import { stripeHabits, type WebhookTarget } from './webhook-habits.js';

/** The options of startStripeSimulator(). Without a `webhookUrl` no webhook is sent until `sendTo` names one. */
export interface StripeSimulatorOptions {
  /** The port on 127.0.0.1; when it is in use, a free one. */
  port?: number;
  /** `sk_test_` or `rk_test_`; default: a random one. */
  apiKey?: string;
  webhookUrl?: string;
  /** `whsec_...`; default: a random one. */
  webhookSecret?: string;
  /** Bearer token of `/_sim/`. */
  controlToken?: string;
  /** Stores the state; without it a restart loses everything. */
  file?: string;
  /** The clock of the webhooks' receiver; default: the wall clock. */
  clock?: { now(): Date };
  /** The number of stored checkouts; the oldest are deleted. */
  most?: number;
  /** How long a bank debit takes. */
  settleSeconds?: number;
  /** The name on the page when a session has none. */
  seller?: string;
}

/** A running simulator of Stripe (PAY-60). */
export interface StripeSimulator {
  url: string;
  apiKey: string;
  webhookSecret: string;
  controlToken: string;
  /** Sets the address for later events. */
  sendTo(webhookUrl: string): void;
  /** Applies the passing of time. Call it after moving the clock. */
  runClockedWork(): Promise<void>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MOST_BODY_BYTES = 200_000;
const TICK_MS = 1_000;
const USUAL_MOST = 500;
const SETTLE_SECONDS = 60;

/** Starts the simulator. Throws for the key of a real account, so that nobody believes that money moves here. */
export async function startStripeSimulator(options: StripeSimulatorOptions = {}): Promise<StripeSimulator> {
  const {
    apiKey = `sk_test_sandbox${randomBytes(16).toString('hex')}`,
    webhookSecret = `whsec_${randomBytes(24).toString('hex')}`,
    controlToken = randomBytes(24).toString('base64url'),
    clock = { now: () => new Date() },
  } = options;
  if (!/^(sk|rk)_test_/.test(apiKey))
    throw new Error('The simulator of Stripe only takes test keys: sk_test_ or rk_test_.');
  const books = new Books(options.most ?? USUAL_MOST);
  const file = new BooksFile(options.file, books);
  await file.load();
  const target: WebhookTarget = { url: options.webhookUrl, secret: webhookSecret };
  const dice = new FaultDice(API_FAULTS);
  const habits = stripeHabits(
    books,
    target,
    () => clock.now(),
    () => file.save(),
  );
  const sender = new WebhookSender(habits, dice, books.deliveries);
  const around = surroundings(
    books,
    () => clock.now(),
    (eventId) => sender.enqueue(eventId),
  );
  const checkouts = new Checkouts(around, (id) => `${url}/c/pay/${id}`, options.settleSeconds ?? SETTLE_SECONDS);
  const api = stripeApi(around, checkouts, apiKey, dice);
  const page = checkoutHandler(books, checkouts, options.seller ?? 'Checkout');
  const control = controls(around, checkouts, sender, dice);

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) =>
      send(response, text(500, `The simulator failed: ${error.message}`)),
    );
  });
  await listen(server, options.port ?? 0).catch(() => listen(server, 0));
  const host = `${HOST}:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  checkouts.readdress();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Otherwise a site whose name resolves to this machine could pay and read anything.
    if (request.headers.host !== host) return void response.writeHead(421).end(`This simulator answers at ${url}\n`);
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    const body = await textOf(request);
    if (body === undefined) return void response.writeHead(413).end();
    const before = books.events.size;
    const said = answerTo(request, path, query, body);
    if (request.method !== 'GET' || books.events.size !== before) await kept();
    if (path.startsWith('/v1/') && dice.befalls('cut_answer')) return void response.destroy();
    return send(response, said);
  }

  function answerTo(
    { method = 'GET', headers }: IncomingMessage,
    path: string,
    query: string,
    body: string,
  ): ApiAnswer {
    checkouts.runClockedWork();
    if (path.startsWith('/v1/')) return api({ method, path, query, headers, body });
    const control = /^\/_sim\/(\w+)$/.exec(path);
    if (control) return controlled(method, control[1], headers.authorization, body);
    if (path === '/healthz') return text(200, 'ok');
    return page(method, path, query, headers) ?? text(404, 'There is nothing here.');
  }

  function controlled(method: string, name: string, authorization = '', body: string): ApiAnswer {
    if (!sameText(authorization, `Bearer ${controlToken}`))
      return text(401, 'Send the control token as a bearer token.');
    if (method !== 'POST') return text(405, 'Controls are POST.');
    try {
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(control(name, body)),
      };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { ...text(error.status, ''), body: JSON.stringify({ error: error.body }) };
    }
  }

  /** Settles when everything reported so far would survive a kill. */
  async function kept(): Promise<void> {
    books.prune();
    await file.save();
  }

  async function runClockedWork(): Promise<void> {
    const before = books.events.size;
    checkouts.runClockedWork();
    if (books.events.size !== before) await kept();
  }

  const tick = setInterval(() => void runClockedWork().catch(() => undefined), TICK_MS).unref();
  sender.wake();
  return {
    url,
    apiKey,
    webhookSecret,
    controlToken,
    sendTo: (webhookUrl) => void (target.url = webhookUrl),
    runClockedWork,
    close: async () => {
      clearInterval(tick);
      await sender.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await file.save();
    },
  };
}

const text = (status: number, body: string): ApiAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${body}\n`,
});

function send(response: ServerResponse, { status, headers, body }: ApiAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

/** The body as text; undefined when it is too long. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BODY_BYTES) chunks.push(chunk);
  }
  return size > MOST_BODY_BYTES ? undefined : Buffer.concat(chunks).toString();
}
