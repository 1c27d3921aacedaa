import type { FastifyInstance } from 'fastify';
import type { Admission } from '../admission/admission.js';
import type { QuotaHeaders } from '../admission/quota-headers.js';
import { parseFields, parseJson } from './parse-input.js';
import { policyOf } from './route-policy.js';
import { writeSecurityHeaders } from './security-headers.js';

/**
 * What every exchange passes, in the order of refusals of decisions 20: address throttle, 413, 401, 403, 429, 400. Bodies
 * are therefore received as bytes and understood only after admission.
 */
export function installHooks(fastify: FastifyInstance, admission: Admission, quotaHeaders: QuotaHeaders): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    writeSecurityHeaders(reply);
    if (!isProbe(request.url)) admission.checkAddress(request, reply);
  });

  fastify.addHook('preValidation', async (request, reply) => {
    await admission.admit(request, reply);
    const { body, query } = policyOf(request);
    if (body) request.body = parseFields(body, parseJson(request.body as Buffer | undefined));
    if (query) request.query = parseFields(query, request.query);
  });

  let closing = false;
  fastify.addHook('preClose', async () => {
    closing = true;
  });

  fastify.addHook('onSend', async (request, reply) => {
    // A client that keeps its connection would else keep close() waiting, and with it everything behind the gateway.
    if (closing) void reply.header('connection', 'close');
    await quotaHeaders.write(request, reply);
  });
}

/** A cluster's probes come from one address and must never be throttled. */
function isProbe(url: string): boolean {
  return url === '/healthz' || url === '/readyz';
}
