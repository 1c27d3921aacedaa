import { framingFaultOf } from '@precis/runtime/framing-fault';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { MIMEType } from 'node:util';
import { HttpProblem } from './http-problem.js';
import { contextOf } from './request-context.js';
import { policyOf } from './route-policy.js';

/** Refuses a request without one clear host and one clear end: a proxy before us may have read another request in it (request smuggling). */
export function requireSoundFraming(request: FastifyRequest, reply: FastifyReply): void {
  const fault = framingFaultOf(request.raw);
  if (!fault) return;
  // The body may be in a coding that this server cannot read. Then it cannot find the next request on the connection either.
  if (request.headers['transfer-encoding'] !== undefined) void reply.header('connection', 'close');
  if (fault.status === 501) throw new HttpProblem(501, fault.code, fault.message);
  throw new HttpProblem(400, fault.code, fault.message);
}

/** Requests whose paths cannot be decoded, or have too long a part. */
const unreadable = new WeakSet<IncomingMessage>();
/** No route has this path. */
const NOWHERE = '/unreadable';

/**
 * Passes a request whose path Fastify cannot read through the hooks like one without a route. Otherwise nothing would count it, and Fastify has not
 * read its client's address behind proxies either.
 */
export function routeUnreadable({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  unreadable.add(raw);
  raw.url = NOWHERE;
  server.routing(raw, reply.raw);
}

/** Refuses with 400 a request that routeUnreadable() has passed on. */
export function requireReadableAddress(request: FastifyRequest): void {
  if (!unreadable.has(request.raw)) return;
  if (Number(request.headers['content-length'] ?? 0) > 0) contextOf(request).isBodyUnread = true;
  throw new HttpProblem(400, 'invalid_request', 'The address could not be read.');
}

/** Requests whose clients wait for `100 Continue` before they send their body, each with its response. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();
/** Requests with any other Expect header. */
const unmet = new WeakSet<IncomingMessage>();

/**
 * Handles the Expect header in place of Node. Node would send `100 Continue` at once, so anybody could send 5 MB before a refusal. It would also
 * answer any other Expect header with an empty 417, which no throttle counts.
 */
export function holdBackContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request);
    server.emit('request', request, response);
  });
}

/** Sends `100 Continue` for a body that is about to be received. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}

/** Whether the client waits for `100 Continue`, and did not get it yet. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Refuses an Expect header other than 100-continue with 417, and ends the connection, because the sender may hold back the body forever. */
export function requireNoOtherExpectation(request: FastifyRequest, reply: FastifyReply): void {
  if (!unmet.has(request.raw)) return;
  void reply.header('connection', 'close');
  throw new HttpProblem(417, 'expectation_failed', 'The Expect header asks for something that this server cannot do.');
}

/**
 * Refuses with 415 a body that is compressed, or that is not JSON in UTF-8 (on a route for forms: not a form). A body without a Content-Type is read
 * as JSON in UTF-8. An empty body may have any type, because `curl -d ''` sends one with the type of a form; so may a body that the route ignores.
 */
export function requireReadableContent(request: FastifyRequest): void {
  const {
    'content-length': length,
    'transfer-encoding': chunks,
    'content-type': type,
    'content-encoding': encoding,
  } = request.headers;
  const { body, isForm } = policyOf(request);
  if ((!body && !isForm) || (chunks === undefined && Number(length ?? 0) === 0)) return;
  if (encoding !== undefined && !['', 'identity'].includes(encoding.trim().toLowerCase())) {
    throw new HttpProblem(415, 'content_encoding_unsupported', 'Content-Encoding must be absent or identity.', {
      headers: { 'accept-encoding': 'identity' },
    });
  }
  if (isForm) return requireForm(type);
  if (type === undefined || type === 'application/json') return;
  const { essence, charset } = readType(type);
  if (essence !== 'application/json')
    throw new HttpProblem(415, 'content_type_unsupported', 'Content-Type must be application/json.', {
      headers: { accept: 'application/json' },
    });
  if (charset !== null && charset.toLowerCase() !== 'utf-8')
    throw new HttpProblem(415, 'charset_unsupported', 'The charset of the Content-Type must be utf-8.', {
      headers: { accept: 'application/json' },
    });
}

/** The content types of forms from browsers and mail programs. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function requireForm(type: string | undefined): void {
  if (type !== undefined && FORMS.includes(readType(type).essence ?? '')) return;
  throw new HttpProblem(415, 'content_type_unsupported', `Content-Type must be ${FORMS.join(' or ')}.`, {
    headers: { accept: FORMS.join(', ') },
  });
}

function readType(type: string): { essence?: string; charset: string | null } {
  try {
    const { essence, params } = new MIMEType(type);
    return { essence, charset: params.get('charset') };
  } catch {
    return { charset: null };
  }
}
