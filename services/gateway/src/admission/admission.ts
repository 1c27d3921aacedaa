import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { type Access, policyOf } from '../http/route-policy.js';
import { Throttle } from '../throttle/throttle.js';
import { clientNameOf } from './client-name.rule.js';
import { Credentials, isApiKey } from './credentials.js';

const MAX_CREDENTIAL_LENGTH = 4_096;

/** The door: address throttle, 413, 401, 403, key throttle, in this order (decisions 20). Called from Fastify hooks. */
@Injectable()
export class Admission {
  constructor(
    private readonly throttle: Throttle,
    private readonly credentials: Credentials,
  ) {}

  /** Before the body is read. */
  checkAddress(request: FastifyRequest, reply: FastifyReply): void {
    this.throttle.check('address', request.ip, request, reply);
    const { addressLimit, bodyLimitBytes } = policyOf(request);
    if (addressLimit) this.throttle.check(addressLimit, request.ip, request, reply);
    if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) throw bodyTooLarge();
  }

  /** After the body has arrived and before a byte of it is understood. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, bodyLimitBytes } = policyOf(request);
    if (Buffer.isBuffer(request.body) && request.body.length > bodyLimitBytes) throw bodyTooLarge();
    if (access === 'public') return;
    const credential = credentialOf(request, access);
    if (access === 'api-key' && !isApiKey(credential)) throw unauthenticated('api_key_invalid', 'Invalid API key');
    const principal = await this.credentials.principalOf(credential, clientNameOf(request.headers));
    contextOf(request).principal = principal;
    if (access === 'session' && principal.kind === 'api-key') {
      throw new HttpProblem(403, 'session_required', 'This operation needs a signed-in session, not an API key.');
    }
    this.throttle.check('key', principal.accountId, request, reply);
  }
}

/** `x-api-key` or `Authorization: Bearer`; on session routes the bearer token is the one that counts when both are there. */
function credentialOf(request: FastifyRequest, access: Access): string {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const header = request.headers['x-api-key'];
  const apiKey = typeof header === 'string' && header.trim() !== '' ? header.trim() : undefined;
  const credential = access === 'api-key' ? (apiKey ?? bearer) : (bearer ?? apiKey);
  if (credential === undefined) {
    if (access === 'api-key') throw unauthenticated('api_key_missing', 'API key is required');
    throw unauthenticated('session_missing', 'Please log in.');
  }
  if (credential.length > MAX_CREDENTIAL_LENGTH) throw unauthenticated('credential_invalid', 'The credential is not valid.');
  return credential;
}

function unauthenticated(code: string, message: string): HttpProblem {
  return new HttpProblem(401, code, message);
}

function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'body_too_large', 'The request body is too large.');
}
