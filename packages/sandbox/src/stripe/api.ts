import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FaultDice } from '../webhooks/fault-dice.js';
import { apiRoutes } from './api-routes.js';
import { type Books, freshId } from './books.js';
import type { Checkouts } from './checkouts.js';
import { API_VERSION, type Surroundings } from './events.js';
import { type FormFields, readForm } from './form-body.js';
import { StripeRefusal } from './stripe-refusal.js';

/** A request to Stripe's API. `query` and `body` are the text as received. */
export interface ApiRequest {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer of the API, with its body as text. */
export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Faults of requests: 500 and nothing was done; 500 although it was done; done, and the connection cut. */
export const API_FAULTS = ['api_error', 'late_error', 'cut_answer'] as const;
export type ApiFault = (typeof API_FAULTS)[number];

const KEPT_ANSWER_SECONDS = 24 * 3_600;
const LIVE_KEY = /^(sk|rk)_live_/;

/** The simulated part of Stripe's API: authentication, routing, and idempotent repeats. */
export function stripeApi(around: Surroundings, checkouts: Checkouts, apiKey: string, dice: FaultDice<ApiFault>) {
  const { books, seconds } = around;
  const routes = apiRoutes(around, checkouts);

  /** Never throws: every failure is an answer in Stripe's form. */
  return (request: ApiRequest): ApiAnswer => {
    const requestId = freshId('req', 14);
    try {
      checkCaller(request.headers, apiKey);
      const key = request.method === 'POST' ? headerOf(request.headers, 'idempotency-key') : undefined;
      const again = key === undefined ? undefined : repeatOf(books, key, request);
      if (again) return again;
      const answer = attempt(request, requestId, key);
      if (key !== undefined) remember(books, key, request, answer, requestId, seconds());
      return answer;
    } catch (error) {
      return failed(error, requestId);
    }
  };

  /** Like any answer, a failure of Stripe's own is stored under the idempotency key, whether or not the work was done. */
  function attempt(request: ApiRequest, requestId: string, key?: string): ApiAnswer {
    const broken = () =>
      answerTo(500, { error: { type: 'api_error', message: 'A fault that was asked for.' } }, requestId, key);
    if (dice.befalls('api_error')) return broken();
    const answer = answerTo(200, work(request), requestId, key);
    return dice.befalls('late_error') ? broken() : answer;
  }

  function work({ method, path, query, body }: ApiRequest): object {
    const form = method === 'GET' ? readForm(query) : mergedForms(query, body);
    for (const route of routes) {
      const match = route.method === method ? route.path.exec(path) : null;
      if (match) return route.answer(form, match[1] ?? '');
    }
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). This simulator has a part of Stripe's API.`,
    });
  }
}

function mergedForms(query: string, body: string): FormFields {
  return readForm([query, body].filter(Boolean).join('&'));
}

const headerOf = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function checkCaller(headers: IncomingHttpHeaders, apiKey: string): void {
  const given = /^Bearer (\S+)$/.exec(headerOf(headers, 'authorization') ?? '')?.[1];
  const refused = (message: string) => new StripeRefusal(401, { type: 'invalid_request_error', message });
  if (given === undefined) throw refused('You did not provide an API key.');
  // A caller with the key of a real account has used the wrong address.
  if (LIVE_KEY.test(given)) throw refused('This is a simulator of Stripe: it takes no live keys. Nothing was done.');
  if (!sameText(given, apiKey)) throw refused(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}`);
  const version = headerOf(headers, 'stripe-version');
  if (version !== undefined && version !== API_VERSION)
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      message: `Invalid Stripe API version: ${version.slice(0, 50)}. This simulator speaks ${API_VERSION}.`,
    });
}

/** Compares in constant time for any input. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a, b);
}

const requestHash = ({ method, path, query, body }: ApiRequest) =>
  createHash('sha256')
    .update(JSON.stringify([method, path, query, body]))
    .digest('base64url');

function repeatOf(books: Books, key: string, request: ApiRequest): ApiAnswer | undefined {
  if (key.length > 255)
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      message: 'Idempotency keys have at most 255 signs.',
    });
  const stored = books.answers.get(key);
  if (!stored) return undefined;
  if (stored.request !== requestHash(request))
    throw new StripeRefusal(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  return {
    status: stored.status,
    headers: {
      ...headersOf(stored.requestId, key),
      'idempotent-replayed': 'true',
      'original-request': stored.requestId,
    },
    body: stored.body,
  };
}

function remember(books: Books, key: string, request: ApiRequest, answer: ApiAnswer, requestId: string, now: number) {
  for (const [id, { created }] of books.answers) {
    if (created > now - KEPT_ANSWER_SECONDS) break;
    books.answers.delete(id);
  }
  const { status, body } = answer;
  books.answers.set(key, { id: key, request: requestHash(request), requestId, status, body, created: now });
}

const headersOf = (requestId: string, key?: string): Record<string, string> => ({
  'content-type': 'application/json',
  'request-id': requestId,
  'stripe-version': API_VERSION,
  ...(key !== undefined && { 'idempotency-key': key }),
});

const answerTo = (status: number, body: object, requestId: string, key?: string): ApiAnswer => ({
  status,
  headers: headersOf(requestId, key),
  body: JSON.stringify(body),
});

function failed(error: unknown, requestId: string): ApiAnswer {
  if (error instanceof StripeRefusal) return answerTo(error.status, { error: error.body }, requestId);
  const message = `The simulator failed: ${(error as Error).message}`;
  return answerTo(500, { error: { type: 'api_error', message } }, requestId);
}
