import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem, toProblem } from '../http/http-problem.js';
import { contextOf, type Principal } from '../http/request-context.js';
import { type Access, policyOf, type RoutePolicy } from '../http/route-policy.js';
import { Throttle } from '../throttle/throttle.js';
import { throttledAddressOf } from '@precis/runtime/throttled-address.rule';
import { AccountPlans } from './account-plans.js';
import { bulkheadCallerOf } from './bulkhead-caller.js';
import { clientNameOf } from './client-name.rule.js';
import { Credentials, isApiKey } from './credentials.js';
import { isHandoffToken } from './handoff-token.js';

const MAX_CREDENTIAL_LENGTH = 4_096;

/** Admits requests: first the address throttle, then 401, 403 and the account's throttle (API-1). Called from Fastify hooks. */
@Injectable()
export class Admission {
  constructor(
    private readonly throttle: Throttle,
    private readonly credentials: Credentials,
    private readonly plans: AccountPlans,
  ) {}

  /**
   * Counts the request against its client's address; throws 429 `throttled`. A request whose credential is already known to be valid is not
   * counted, because admit() would give its unit back (LIMIT-2). That leaves out one of two round trips to Redis; the method then returns undefined.
   */
  checkAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const context = contextOf(request);
    // A route's own limits also count callers with a credential (LIMIT-10).
    const hasOwnLimits = (policyOf(request).addressLimits ?? []).length > 0;
    if (!hasOwnLimits && (context.cachedPrincipal = this.known(request))) return undefined;
    return this.countAddress(request, reply);
  }

  /**
   * Counts a request that is refused before admit() would count it against its account: without this, a caller with a known credential could send
   * such requests without a limit. Throws 429 `throttled`.
   */
  async countRefused(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (contextOf(request).cachedPrincipal) await this.countAddress(request, reply);
  }

  private async countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { isWebhook, addressLimits = [] } = policyOf(request);
    contextOf(request).takenOfAddress = await this.throttle.checkAddress(
      isWebhook ? ['webhook'] : ['address', ...addressLimits],
      addressOf(request),
      request,
      reply,
    );
  }

  /** Checks the credential, the access and the account's throttle before any byte of the body is received. Throws 401, 403, 429 or 503. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, api, accountLimits, takesHandoff } = policyOf(request);
    if (access === 'public') return;
    if (access === 'optional') return this.recognise(request);
    const context = contextOf(request);
    if (!context.cachedPrincipal) {
      const credentials = credentialsOf(request, api);
      // A handoff token alone admits nobody: its handler asks auth, and the request keeps counting against the address.
      if (takesHandoff && isHandoffToken(credentials[0])) return void (context.handoffToken = credentials[0]);
      context.principal = await this.firstValid(credentials, request, access);
    } else context.principal = context.cachedPrincipal;
    const { accountId } = context.principal;
    const known = this.plans.of(accountId);
    const plan = known instanceof Promise ? await known : known;
    const taken = context.takenOfAddress ?? [];
    await this.throttle.checkAccount({ id: accountId, plan }, accountLimits ?? [], taken, request, reply);
  }

  /** The principal of the credential that admit() would try first, when no other service has to be asked for it. */
  private known(request: FastifyRequest): Principal | undefined {
    const { access, api } = policyOf(request);
    if (access === 'public' || access === 'optional') return undefined;
    const [credential] = sentCredentials(request, api);
    if (credential === undefined || credential.length > MAX_CREDENTIAL_LENGTH) return undefined;
    if (isApiKey(credential) ? access === 'session' : access === 'api-key') return undefined;
    return this.credentials.known(credential);
  }

  /**
   * One valid credential that the operation accepts is enough, as `security` of the OpenAPI document says (KEY-10). Without one, the refusal of the
   * first credential is thrown.
   */
  private async firstValid(credentials: string[], request: FastifyRequest, access: Access): Promise<Principal> {
    let refusal: unknown;
    for (const credential of credentials) {
      try {
        const principal = await this.principalOf(credential, request, access);
        if (access !== 'session' || principal.kind !== 'api-key') return principal;
        if (refusal !== undefined) continue;
        refusal = new HttpProblem(403, 'session_required', 'This operation needs a signed-in session, not an API key.');
        // The headers of this refusal show the quota of the key's account (API-13).
        contextOf(request).principal = principal;
      } catch (error) {
        if (![401, 403].includes(toProblem(error).status)) throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }

  private async principalOf(credential: string, request: FastifyRequest, access: Access): Promise<Principal> {
    if (credential.length > MAX_CREDENTIAL_LENGTH)
      throw unauthenticated('credential_invalid', 'The credential is not valid.');
    if (access === 'api-key' && !isApiKey(credential)) throw unauthenticated('api_key_invalid', 'Invalid API key');
    const bulkheadCaller = bulkheadCallerOf(addressOf(request));
    return this.credentials.principalOf(credential, clientNameOf(request.headers), bulkheadCaller);
  }

  /** Treats a session in `Authorization` that is invalid, expired or suspended as absent (ACC-55). Throws 503 when auth cannot decide. */
  private async recognise(request: FastifyRequest): Promise<void> {
    const token = bearerOf(request);
    if (token === undefined || token.length > MAX_CREDENTIAL_LENGTH || isApiKey(token)) return;
    try {
      contextOf(request).optionalPrincipal = await this.credentials.principalOf(
        token,
        clientNameOf(request.headers),
        bulkheadCallerOf(addressOf(request)),
      );
    } catch (error) {
      if (!(error instanceof DomainError) || !['unauthenticated', 'forbidden'].includes(error.kind)) throw error;
    }
  }
}

/** The address levels that the client is counted under, from the narrowest to the widest. */
export function addressOf(request: FastifyRequest): string[] {
  return (contextOf(request).address ??= throttledAddressOf(
    request.ip,
    request.ips?.at(-2) ?? request.socket.remoteAddress,
  ));
}

/** Reads the credentials, at least one of which is required. */
function credentialsOf(request: FastifyRequest, api: RoutePolicy['api']): string[] {
  const sent = sentCredentials(request, api);
  if (sent.length > 0) return sent;
  if (api === 'public') throw unauthenticated('api_key_missing', 'API key is required');
  throw unauthenticated('session_missing', 'Please log in.');
}

/** Reads `x-api-key` and `Authorization: Bearer`. The public API tries the key first, other routes the bearer token (KEY-10). */
function sentCredentials(request: FastifyRequest, api: RoutePolicy['api']): string[] {
  const bearer = bearerOf(request);
  const header = request.headers['x-api-key'];
  const apiKey = typeof header === 'string' && header.trim() !== '' ? header.trim() : undefined;
  return (api === 'public' ? [apiKey, bearer] : [bearer, apiKey]).filter((one) => one !== undefined);
}

/** Returns the token of `Authorization: Bearer`, unchecked. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

function unauthenticated(
  code: 'api_key_missing' | 'session_missing' | 'credential_invalid' | 'api_key_invalid',
  message: string,
): HttpProblem {
  return new HttpProblem(401, code, message);
}
