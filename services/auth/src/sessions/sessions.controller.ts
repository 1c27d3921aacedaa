import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  AuthenticateSessionRequest,
  AuthenticateSessionResponse,
  GetSigningKeysResponse,
  LoginRequest,
  LoginResponse,
  LogoutRequest,
  LogoutResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { AuthenticateSession } from './authenticate-session.usecase.js';
import { EndSession } from './end-session.usecase.js';
import { LogInUser } from './log-in-user.usecase.js';
import { SessionTokens } from './session-tokens.provider.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly logInUser: LogInUser,
    private readonly endSession: EndSession,
    private readonly authenticate: AuthenticateSession,
    private readonly tokens: SessionTokens,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'login')
  async login(request: LoginRequest): Promise<LoginResponse> {
    return this.logInUser.execute(request.email, request.password, request.visitor);
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'logout')
  async logout(request: LogoutRequest): Promise<LogoutResponse> {
    await this.endSession.execute(request.sessionId);
    return {};
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'getSigningKeys')
  async getSigningKeys(): Promise<GetSigningKeysResponse> {
    return { jwksJson: await this.tokens.jwksJson() };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'authenticateSession')
  async authenticateSession(request: AuthenticateSessionRequest): Promise<AuthenticateSessionResponse> {
    const session = await this.authenticate.execute(request.sessionId);
    return { accountId: session.userId, validUntilMs: session.expiresAt.getTime() };
  }
}
