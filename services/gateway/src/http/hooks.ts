import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { addressOf, type Admission } from '../admission/admission.js';
import type { QuotaHeaders } from '../admission/quota-headers.js';
import type { BodyIntake, Sender } from './body-intake.js';
import { bodyTooLarge } from './body-reading.js';
import { connectionLost, HttpProblem } from './http-problem.js';
import { answerUnrouted, KnownPaths, type NotFoundPage } from './known-paths.js';
import type { LargeBodies } from './large-bodies.js';
import {
  awaitsContinue,
  holdBackContinue,
  requireNoOtherExpectation,
  requireReadableAddress,
  requireReadableContent,
  requireSoundFraming,
  sendContinue,
} from './message-format.js';
import { parseFields, parseJson, requireId } from './parse-input.js';
import { contextOf, principalOf } from './request-context.js';
import { BODY_LIMIT_BYTES, policyOf } from './route-policy.js';
import type { SecurityHeaders } from './security-headers.js';
import {
  closeIfBodyIsLate,
  isBodyLeft,
  isConnectionOver,
  isRequestOver,
  lingering,
  mayBodyCome,
} from './unread-body.js';

/**
 * Installs the checks of every exchange, in the order of refusals (API-1): address throttle, 404 and 405, 413, 401, 403, 429, 415, 400. The
 * credential is checked before the body is received, so that only admitted callers can make us hold 5 MB. Bodies stay bytes until they are parsed
 * last. The hooks after admission return a promise only when they wait: otherwise Fastify goes on in the same step, and an answer whose last hook
 * does not wait is written at once, so that Nest does not watch for its end.
 */
export function installHooks(
  fastify: FastifyInstance,
  admission: Admission,
  quotaHeaders: QuotaHeaders,
  intake: BodyIntake,
  largeBodies: LargeBodies,
  securityHeaders: SecurityHeaders,
  notFoundPage?: NotFoundPage,
): void {
  receiveAsBytes(fastify, intake, largeBodies);
  const drain = watchDrain(fastify);
  admitOrRefuse(fastify, { admission, intake, largeBodies, securityHeaders, notFoundPage, drain });
  parseAndCheck(fastify, largeBodies);
  fastify.addHook('onResponse', (request, _reply, done) => {
    const { largeBody } = contextOf(request);
    if (largeBody) largeBodies.settle(largeBody);
    done();
  });
  finishAnswer(fastify, quotaHeaders, drain);
}

/** Whether the process has begun to end its connections. */
interface Drain {
  closing: boolean;
}

function watchDrain(fastify: FastifyInstance): Drain {
  const drain = { closing: false };
  fastify.addHook('preClose', async () => {
    drain.closing = true;
  });
  return drain;
}

function receiveAsBytes(fastify: FastifyInstance, intake: BodyIntake, largeBodies: LargeBodies): void {
  holdBackContinue(fastify.server);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage, done) => {
    // The client left while it was being admitted. Its stream has closed, and would never tell a later reader.
    if (payload.destroyed) return done(connectionLost());
    sendContinue(request.raw);
    const { bodyLimitBytes } = policyOf(request);
    const refused = (refusal: unknown) => bodyRefused(refusal, request);
    let whole: Buffer | undefined;
    try {
      whole = intake.arrived(payload, bodyLimitBytes);
    } catch (refusal) {
      refused(refusal);
    }
    if (whole) return done(null, whole);
    return intake.receive(payload, bodyLimitBytes, senderOf(request, largeBodies)).catch(refused);
  });
}

interface AdmissionParts {
  admission: Admission;
  intake: BodyIntake;
  largeBodies: LargeBodies;
  securityHeaders: SecurityHeaders;
  notFoundPage?: NotFoundPage;
  drain: Drain;
}

/** Before the body is received. */
function admitOrRefuse(fastify: FastifyInstance, parts: AdmissionParts): void {
  const { admission, intake, largeBodies, securityHeaders, notFoundPage, drain } = parts;
  const paths = new KnownPaths();
  fastify.addHook('onRoute', (route) => paths.add(route));
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    securityHeaders.write(request, reply);
    // The client reset the connection right after sending: nobody waits for an answer, and the address is no longer known.
    if (isConnectionOver(request.raw.socket)) throw connectionLost();
    // An empty Content-Type is treated as absent.
    if (request.headers['content-type']?.trim() === '') delete request.headers['content-type'];
    // The request came over an open connection after the drain began. A retry reaches another process.
    if (drain.closing)
      throw new HttpProblem(503, 'shutting_down', 'The service is restarting. Please try again.', {
        retryAfterSeconds: 1,
      });
    const counted = isProbe(request) ? undefined : admission.checkAddress(request, reply);
    if (counted) await counted;
    try {
      requireNoOtherExpectation(request, reply);
      requireSoundFraming(request, reply);
      requireReadableAddress(request);
      if (request.is404) return answerUnrouted(request, reply, paths, securityHeaders, notFoundPage);
      if (Number(request.headers['content-length'] ?? 0) > policyOf(request).bodyLimitBytes)
        bodyRefused(bodyTooLarge(), request);
    } catch (refusal) {
      await admission.countRefused(request, reply);
      throw refusal;
    }
    try {
      await admission.admit(request, reply);
      const waits = admitLarge(request, largeBodies);
      if (waits) await waits;
      requireReadableContent(request);
    } catch (refusal) {
      await refuseAfterBody(refusal, request, intake);
    }
  });
}

/** After the body was received. */
function parseAndCheck(fastify: FastifyInstance, largeBodies: LargeBodies): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (isRequestOver(request.raw)) throw lost(request, largeBodies);
    const { body, query, id, innerId } = policyOf(request);
    if (id) requireId(id, request.params);
    if (innerId) requireId(innerId, request.params, innerId.name);
    if (isLargeBody(request)) return readLarge(request, largeBodies);
    if (body) request.body = parseFields(body, parseJson(request.body as Buffer | undefined));
    if (query) request.query = parseFields(query, request.query);
    done();
  });
}

function finishAnswer(fastify: FastifyInstance, quotaHeaders: QuotaHeaders, drain: Drain): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isBodyToCome = mayBodyCome(request);
    // A client that keeps its connection during the drain delays close(), and with it the shutdown of the services.
    if (drain.closing || isBodyToCome) void reply.header('connection', 'close');
    const end = () => withRestOfBody(request, reply, payload, isBodyToCome);
    const written = quotaHeaders.write(request, reply);
    if (written) return written.then(end);
    done(null, end());
  });
}

/** The payload; for a client that is still sending its body, in the form that lets the client read it. */
function withRestOfBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  isBodyToCome: boolean,
): unknown {
  if (!isBodyLeft(request)) return payload;
  if (!isBodyToCome || typeof payload !== 'string' || request.method === 'HEAD') {
    closeIfBodyIsLate(request);
    return payload;
  }
  void reply.header('content-length', Buffer.byteLength(payload));
  return lingering(payload, request);
}

/** Waits until the account may send a body of more than 100 kB, if its declared length says so (LIMIT-13). */
function admitLarge(request: FastifyRequest, largeBodies: LargeBodies): Promise<void> | undefined {
  const { principal } = contextOf(request);
  const isLarge = Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES;
  return policyOf(request).largeBody && principal && isLarge ? largeBodies.admit(principal.accountId) : undefined;
}

/** Whether a thread parses the body (LIMIT-13). No such route has a query (Operation). */
function isLargeBody(request: FastifyRequest): boolean {
  const { body, largeBody } = policyOf(request);
  return Boolean(body && largeBody && Buffer.isBuffer(request.body) && request.body.length > BODY_LIMIT_BYTES);
}

async function readLarge(request: FastifyRequest, largeBodies: LargeBodies): Promise<void> {
  const { largeBody } = policyOf(request);
  const read = await largeBodies.read(request.body as Buffer, largeBody!, principalOf(request).accountId);
  contextOf(request).largeBody = read;
  request.body = read.fields;
  // Reading took a while. A client that has left would get no answer, and nothing would settle the cost of the call.
  if (isConnectionOver(request.raw.socket)) throw lost(request, largeBodies);
}

/** The error for a client that has left. The cost of its large body counts against its account (LIMIT-13). */
function lost(request: FastifyRequest, largeBodies: LargeBodies): Error {
  const { principal, largeBody } = contextOf(request);
  if (largeBody) largeBodies.settle(largeBody);
  else if (principal && policyOf(request).largeBody && Buffer.isBuffer(request.body))
    largeBodies.brokenOff(principal.accountId, request.body.length);
  return connectionLost();
}

/** A body without a declared length may still be too large. 413 comes before the refusals of admission: 401, 403, 429 and 415 (API-1). */
async function refuseAfterBody(refusal: unknown, request: FastifyRequest, intake: BodyIntake): Promise<never> {
  if (request.headers['transfer-encoding'] === undefined || awaitsContinue(request.raw)) throw refusal;
  await intake
    .discard(request.raw, policyOf(request).bodyLimitBytes)
    .catch((error: unknown) => bodyRefused(error, request));
  throw refusal;
}

/** The rest of the body is still arriving, so the connection cannot be used for another request. */
function bodyRefused(refusal: unknown, request: FastifyRequest): never {
  contextOf(request).isBodyUnread = true;
  throw refusal;
}

/** Names the parties with whom the sender of a body shares the room for bodies. */
function senderOf(request: FastifyRequest, largeBodies: LargeBodies): Sender {
  const { principal } = contextOf(request);
  const { isWebhook, largeBody } = policyOf(request);
  if (isWebhook) return { kind: 'provider', subjects: addressOf(request).toReversed() };
  if (!principal) return { kind: 'anyone', subjects: addressOf(request).toReversed() };
  const { accountId } = principal;
  const sender: Sender = { kind: 'admitted', subjects: [accountId] };
  if (!largeBody) return sender;
  const hasLength = request.headers['content-length'] !== undefined;
  return {
    ...sender,
    admitLarge: hasLength ? undefined : () => largeBodies.admit(accountId),
    brokenOff: (bytes) => largeBodies.brokenOff(accountId, bytes),
  };
}

/** A cluster's probes come from one address and must never be throttled. */
function isProbe({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (url === '/healthz' || url === '/readyz');
}
