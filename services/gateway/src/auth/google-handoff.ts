import type { User } from '@precis/proto/auth/v1/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieName, cookieOf } from '../http/cookies.js';
import { contextOf } from '../http/request-context.js';
import type { AuthRpc } from '../rpc-clients.js';

/** Binds a Google sign-in to the browser that began it (ACC-27). Auth makes the value. */
export const TRANSACTION_COOKIE: CookieName = '__Host-oauth_tx';
/** How long a sign-in at Google may take (ACC-50). */
export const LONGEST_SIGN_IN_SECONDS = 600;
/** The life of a handoff token (ACC-29). */
export const REDEEMABLE_SECONDS = 60;

/**
 * Redeems the handoff token of this request. Returns the user and puts the session into X-Session-Token (ACC-30); undefined when the request has no
 * token. Throws 401 for a token of another browser.
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
  // From here on the response has the headers of one to a signed-in user.
  context.principal = { kind: 'session', accountId: user!.id, credentialId: '' };
  return user;
}
