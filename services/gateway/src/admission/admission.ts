import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { policyOf, type RoutePolicy } from '../http/route-policy.js';
import { Throttle } from '../throttle/throttle.js';
import { throttledAddressOf } from '../throttle/throttled-address.rule.js';
import { AccountPlans } from './account-plans.js';
import { askerOf } from './asker-of.js';
import { clientNameOf } from './client-name.rule.js';
import { Credentials, isApiKey } from './credentials.js';

const MAX_CREDENTIAL_LENGTH = 4_096;

/** The door: address throttle, then 401, 403, key throttle, in this order (decisions 20). Called from Fastify hooks. */
@Injectable()
export class Admission {
  constructor(
    private readonly throttle: Throttle,
    private readonly credentials: Credentials,
    private readonly plans: AccountPlans,
  ) {}

  /** By address. */
  async checkAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { addressLimit } = policyOf(request);
    const context = contextOf(request);
    context.takenOfAddress = await this.throttle.checkAddress(
      addressLimit ? ['address', addressLimit] : ['address'],
      addressOf(request),
      request,
      reply,
    );
  }

  /** Before a byte of the body is received. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, api } = policyOf(request);
    if (access === 'public') return;
    const credential = credentialOf(request, api);
    if (access === 'api-key' && !isApiKey(credential)) throw unauthenticated('api_key_invalid', 'Invalid API key');
    const principal = await this.credentials.principalOf(
      credential,
      clientNameOf(request.headers),
      askerOf(addressOf(request)),
    );
    const context = contextOf(request);
    context.principal = principal;
    if (access === 'session' && principal.kind === 'api-key') {
      throw new HttpProblem(403, 'session_required', 'This operation needs a signed-in session, not an API key.');
    }
    const plan = await this.plans.of(principal.accountId);
    await this.throttle.checkAccount(principal.accountId, plan, context.takenOfAddress ?? [], request, reply);
  }
}

/** What the client's address counts as, from the narrowest to the widest. */
export function addressOf(request: FastifyRequest): string[] {
  return (contextOf(request).address ??= throttledAddressOf(
    request.ip,
    request.ips?.at(-2) ?? request.socket.remoteAddress,
  ));
}

/** `x-api-key` or `Authorization: Bearer`; when both are there the key counts on the public API, and the bearer token elsewhere. */
function credentialOf(request: FastifyRequest, api: RoutePolicy['api']): string {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const header = request.headers['x-api-key'];
  const apiKey = typeof header === 'string' && header.trim() !== '' ? header.trim() : undefined;
  const credential = api === 'public' ? (apiKey ?? bearer) : (bearer ?? apiKey);
  if (credential === undefined) {
    if (api === 'public') throw unauthenticated('api_key_missing', 'API key is required');
    throw unauthenticated('session_missing', 'Please log in.');
  }
  if (credential.length > MAX_CREDENTIAL_LENGTH)
    throw unauthenticated('credential_invalid', 'The credential is not valid.');
  return credential;
}

function unauthenticated(code: string, message: string): HttpProblem {
  return new HttpProblem(401, code, message);
}
