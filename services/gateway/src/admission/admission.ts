import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { policyOf, type RoutePolicy } from '../http/route-policy.js';
import { Throttle } from '../throttle/throttle.js';
import { throttledAddressOf } from '@precis/runtime/throttled-address.rule';
import { AccountPlans } from './account-plans.js';
import { askerOf } from './asker-of.js';
import { clientNameOf } from './client-name.rule.js';
import { Credentials, isApiKey } from './credentials.js';
import { isHandoffToken } from './handoff-token.js';

const MAX_CREDENTIAL_LENGTH = 4_096;

/** Who may pass: address throttle, then 401, 403 and the account's throttle, in this order (API-1). Called from Fastify hooks. */
@Injectable()
export class Admission {
  constructor(
    private readonly throttle: Throttle,
    private readonly credentials: Credentials,
    private readonly plans: AccountPlans,
  ) {}

  /** Counts the request against its client's address; throws 429 `throttled`. */
  async checkAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = contextOf(request);
    const { isWebhook, addressLimits = [] } = policyOf(request);
    context.takenOfAddress = await this.throttle.checkAddress(
      isWebhook ? ['webhook'] : ['address', ...addressLimits],
      addressOf(request),
      request,
      reply,
    );
  }

  /** Checks credential, access and the account's throttle before a byte of the body is received; throws 401, 403, 429 or 503. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, api, accountLimits, takesHandoff } = policyOf(request);
    if (access === 'public') return;
    if (access === 'optional') return this.recognise(request);
    const credential = credentialOf(request, api);
    // Worth nothing by itself, so nobody is admitted yet: its handler asks auth, and the address keeps its count.
    if (takesHandoff && isHandoffToken(credential)) return void (contextOf(request).handoffToken = credential);
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
    const taken = context.takenOfAddress ?? [];
    await this.throttle.checkAccount({ id: principal.accountId, plan }, accountLimits ?? [], taken, request, reply);
  }

  /** A session in `Authorization` that is bad, over or suspended counts as none (ACC-55); throws 503 when auth cannot say. */
  private async recognise(request: FastifyRequest): Promise<void> {
    const token = bearerOf(request);
    if (token === undefined || token.length > MAX_CREDENTIAL_LENGTH || isApiKey(token)) return;
    try {
      contextOf(request).caller = await this.credentials.principalOf(
        token,
        clientNameOf(request.headers),
        askerOf(addressOf(request)),
      );
    } catch (error) {
      if (!(error instanceof DomainError) || !['unauthenticated', 'forbidden'].includes(error.kind)) throw error;
    }
  }
}

/** What the client's address counts as, from the narrowest to the widest. */
export function addressOf(request: FastifyRequest): string[] {
  return (contextOf(request).address ??= throttledAddressOf(
    request.ip,
    request.ips?.at(-2) ?? request.socket.remoteAddress,
  ));
}

/** `x-api-key` or `Authorization: Bearer`; when both are there the key counts on the public API, and the bearer token elsewhere (KEY-10). */
function credentialOf(request: FastifyRequest, api: RoutePolicy['api']): string {
  const bearer = bearerOf(request);
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

/** What stands in `Authorization: Bearer`, good or bad. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

function unauthenticated(code: HttpProblem['code'], message: string): HttpProblem {
  return new HttpProblem(401, code, message);
}
