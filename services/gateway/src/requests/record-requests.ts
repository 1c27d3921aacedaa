import type { RequestRecord } from '@precis/proto/usage/v1/usage';
import type { Clock } from '@precis/runtime/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUIDv7 } from 'node:crypto';
import { clientNameOf, PLAYGROUND_CLIENT } from '../admission/client-name.rule.js';
import { notedRefusal } from '../http/noted-refusals.js';
import { contextOf } from '../http/request-context.js';
import { policyOf, routeOf } from '../http/route-policy.js';
import type { RequestRecords } from './request-records.js';

/** Reading a record leaves no record. */
const OWN_ROUTE = '/api/requests/:id';

/**
 * Records requests whose account is known (API-33), once their response was sent or their client has left: those to routes that take an API key, and
 * summaries in the playground.
 */
export function recordRequests(fastify: FastifyInstance, records: RequestRecords, clock: Clock): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const [at, startedMs] = [clock.now(), performance.now()];
    // Node emits it once for each response.
    reply.raw.on('close', () => {
      const record = recordOf(request, reply, at, performance.now() - startedMs);
      if (record) records.add(record, contextOf(request).call?.tookUnit ?? false);
    });
    done();
  });
}

function recordOf(request: FastifyRequest, reply: FastifyReply, at: Date, ms: number): RequestRecord | undefined {
  const { principal, call } = contextOf(request);
  const refusal = notedRefusal(request);
  const { access, isRecorded } = policyOf(request);
  const { url: route = '', method = request.method } = routeOf(request);
  if (!principal || route === OWN_ROUTE) return undefined;
  // A route for sessions refuses every key.
  if (access === 'session' && (!isRecorded || principal.kind === 'api-key')) return undefined;
  const isWhole = reply.raw.writableFinished;
  return {
    recordId: randomUUIDv7(),
    accountId: principal.accountId,
    requestId: request.id,
    atMs: at.getTime(),
    method: String(method),
    endpoint: route.replace(/:(\w+)/g, '{$1}'),
    status: isWhole ? (refusal?.status ?? reply.raw.statusCode) : 0,
    code: refusal?.code ?? '',
    client: access === 'session' ? PLAYGROUND_CLIENT : clientNameOf(request.headers),
    latencyMs: Math.round(ms),
    callId: call?.callId ?? '',
    engine: call?.engine ?? '',
    cached: call?.cached ?? false,
    replayed: call?.replayed ?? false,
  };
}
