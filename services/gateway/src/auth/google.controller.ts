import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import { DomainError } from '@precis/runtime/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { cookieOf, setCookie } from '../http/cookies.js';
import { Operation } from '../http/operation.decorator.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { LONGEST_SIGN_IN_SECONDS, REDEEMABLE_SECONDS, TRANSACTION_COOKIE } from './google-handoff.js';
import { keepDevice, visitorOf } from './visitor.js';

/** Auth calls Google up to three times in sequence, 5 s each. */
const GOOGLE_DEADLINE_MS = 18_000;
const LONGEST_VALUE = 2_048;
/** The error codes that the page may read from its address. Any other failure is shown as one of them. */
const SHOWN_CODES = [
  'google_not_configured',
  'google_unavailable',
  'google_state_invalid',
  'google_denied',
  'google_refused',
  'google_email_unverified',
  'google_password_needed',
  'google_link_needs_reset',
  'account_suspended',
  'account_closed',
  'account_closing',
];
/** With these codes the sign-in stays open in this browser, until the user enters the password (ACC-62) or keeps the closed account (ACC-73). */
const WAITING_CODES = ['google_password_needed', 'account_closing'];
const OTHERWISE = 'sign_in_failed';

/**
 * Signs in with Google (ACC-27, ACC-29, ACC-51). The browser navigates to both routes, so each answer redirects, also after a failure. The redirect
 * carries only our own codes, never anything from the query.
 */
@ApiTags('auth')
@Controller('api/auth/google')
export class GoogleController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Operation({
    summary: 'For browsers: sends them to Google to sign in, or to /auth/callback with an error',
    addressLimits: ['login'],
  })
  async begin(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sendOn(reply, async () => {
      const asked = { visitor: visitorOf(request) };
      const { url, transaction } = await this.auth.beginGoogle(asked, { deadlineMs: GOOGLE_DEADLINE_MS });
      // Lax: Google sends the browser back by a navigation from its own site.
      setCookie(reply, TRANSACTION_COOKIE, transaction, { maxAgeSeconds: LONGEST_SIGN_IN_SECONDS, sameSite: 'Lax' });
      return url;
    });
  }

  @Get('callback')
  @Operation({
    summary: 'For browsers that come back from Google: sends them to /auth/callback with token or error',
    addressLimits: ['login'],
  })
  async callback(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sendOn(reply, async () => {
      const query = request.query as Record<string, unknown>;
      const transaction = cookieOf(request, TRANSACTION_COOKIE) ?? '';
      const finished = this.auth.finishGoogle(
        {
          state: textOf(query.state),
          code: textOf(query.code),
          error: textOf(query.error),
          issuer: textOf(query.iss),
          transaction,
          visitor: visitorOf(request),
        },
        { deadlineMs: GOOGLE_DEADLINE_MS },
      );
      const { handoffToken, device } = await finished.catch((error: unknown) => {
        // The sign-in waits for the user's decision; only this cookie identifies it (ACC-62, ACC-73).
        if (error instanceof DomainError && WAITING_CODES.includes(error.code))
          setCookie(reply, TRANSACTION_COOKIE, transaction, {
            maxAgeSeconds: LONGEST_SIGN_IN_SECONDS,
            sameSite: 'Lax',
          });
        throw error;
      });
      keepDevice(reply, device);
      // The cookie lives as long as the handoff token, because every reload of the page redeems the token with the cookie.
      setCookie(reply, TRANSACTION_COOKIE, transaction, { maxAgeSeconds: REDEEMABLE_SECONDS, sameSite: 'Lax' });
      return this.page('token', handoffToken);
    });
  }

  private async sendOn(reply: FastifyReply, where: () => Promise<string>): Promise<void> {
    const location = await where().catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return this.page('error', SHOWN_CODES.includes(error.code) ? error.code : OTHERWISE);
    });
    void reply.header('location', location);
  }

  private page(name: 'token' | 'error', value: string): string {
    return `${this.config.PUBLIC_URL}/auth/callback?${new URLSearchParams({ [name]: value }).toString()}`;
  }
}

/** Returns an empty string for a value that is absent, repeated, or longer than any provider sends. */
function textOf(value: unknown): string {
  return typeof value === 'string' && value.length <= LONGEST_VALUE ? value : '';
}
