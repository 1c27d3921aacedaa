import { Body, Controller, Get, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import {
  loginBody,
  type LoginBody,
  me,
  message,
  type RegisterBody,
  registerBody,
  registered,
  type ResendVerificationBody,
  resendVerificationBody,
  signedIn,
  userView,
  type VerifyEmailBody,
  verifyEmailBody,
} from './auth.schemas.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';

/** Hashing a password waits its turn behind others. */
const HASHING_DEADLINE_MS = 10_000;

@ApiTags('auth')
@Controller('api/auth')
export class AuthController {
  constructor(@Inject(AUTH) private readonly auth: AuthRpc) {}

  @Get('me')
  @Operation({ summary: 'The signed-in user', access: 'session', ok: me })
  async me(@Req() request: FastifyRequest) {
    const { user } = await this.auth.getUser({ accountId: principalOf(request).accountId }, { idempotent: true });
    const view = userView(user!);
    return { success: true, user: view, data: view };
  }

  @Post('register')
  @Operation({
    summary: 'Create an account; a verification mail follows',
    body: registerBody,
    ok: registered,
    errors: [409],
    addressLimit: 'register',
  })
  async register(@Body() body: RegisterBody) {
    const { name, email, password, referral_code: referralCode = '' } = body;
    await this.auth.register({ name, email, password, referralCode }, { deadlineMs: HASHING_DEADLINE_MS });
    return {
      success: true,
      message: 'Registration successful! Please check your email to verify your account.',
      // Null: referrals has not judged the code; the event decides (REF-7).
      referral_applied: null,
    };
  }

  @Post('login')
  @Operation({
    summary: 'Log in with e-mail and password',
    body: loginBody,
    ok: signedIn,
    errors: [401, 403],
    addressLimit: 'login',
  })
  async login(@Body() body: LoginBody) {
    const { sessionToken, user } = await this.auth.login(body, { deadlineMs: HASHING_DEADLINE_MS });
    return { success: true, token: sessionToken, user: userView(user!) };
  }

  @Post('logout')
  @Operation({ summary: 'End this session', access: 'session', ok: message })
  async logout(@Req() request: FastifyRequest) {
    await this.auth.logout({ sessionId: principalOf(request).credentialId }, { idempotent: true });
    return { success: true, message: 'You have been logged out' };
  }

  @Post('verify-email')
  @Operation({ summary: 'Verify an e-mail address by the token of its link', body: verifyEmailBody, ok: signedIn })
  async verifyEmail(@Body() { token }: VerifyEmailBody) {
    const { sessionToken, user } = await this.auth.verifyEmail({ token });
    return { success: true, token: sessionToken, user: userView(user!) };
  }

  @Post('resend-verification')
  @Operation({
    summary: 'Send the verification mail again; answers the same for every address',
    body: resendVerificationBody,
    ok: message,
    addressLimit: 'register',
  })
  async resendVerification(@Body() { email }: ResendVerificationBody) {
    await this.auth.resendVerification({ email });
    return { success: true, message: 'If this address waits for verification, a new mail is on its way.' };
  }
}
