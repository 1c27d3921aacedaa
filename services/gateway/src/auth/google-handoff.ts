import type { User } from '@precis/proto/auth/v1/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieName, cookieOf } from '../http/cookies.js';
import { contextOf } from '../http/request-context.js';
import type { AuthRpc } from '../rpc-clients.js';

/** Binds a sign-in by Google to the browser that began it (ACC-27); its content is auth's. */
export const TRANSACTION_COOKIE: CookieName = '__Host-oauth_tx';
export const LONGEST_SIGN_IN_SECONDS = 600;
export const REDEEMABLE_SECONDS = 60;

/**
 * Whom the handoff token of this request signs in, with the session in X-Session-Token (ACC-30); undefined when the request has none. Throws
 * 401 for a token that is not this browser's.
 */
export async function redeemHandoff(
  auth: AuthRpc,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<User | undefined> {
  const context = contextOf(request);
  if (context.handoffToken === undefined) return undefined;
  const { sessionToken, user } = await auth.redeemHandoff(
    { handoffToken: context.handoffToken, transaction: cookieOf(request, TRANSACTION_COOKIE) ?? '' },
    { idempotent: true },
  );
  void reply.header('x-session-token', sessionToken);
  // From here on the answer is one to a signed-in user, with the headers of one.
  context.principal = { kind: 'session', accountId: user!.id, credentialId: '' };
  return user;
}
