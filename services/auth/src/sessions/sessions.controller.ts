import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  AuthenticateSessionRequest,
  AuthenticateSessionResponse,
  EndSessionRequest,
  EndSessionResponse,
  EndSessionsRequest,
  EndSessionsResponse,
  GetSigningKeysResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  LoginRequest,
  LoginResponse,
  LogoutRequest,
  LogoutResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { AuthenticateSession } from './authenticate-session.usecase.js';
import { EndSession } from './end-session.usecase.js';
import { EndSessions } from './end-sessions.usecase.js';
import { ListSessions } from './list-sessions.usecase.js';
import { LogInUser } from './log-in-user.usecase.js';
import { LogOutUser } from './log-out-user.usecase.js';
import { SessionTokens } from './session-tokens.provider.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly logInUser: LogInUser,
    private readonly logOutUser: LogOutUser,
    private readonly list: ListSessions,
    private readonly endOne: EndSession,
    private readonly endAll: EndSessions,
    private readonly authenticate: AuthenticateSession,
    private readonly tokens: SessionTokens,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'login')
  async login(request: LoginRequest): Promise<LoginResponse> {
    return this.logInUser.execute(request);
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'logout')
  async logout(request: LogoutRequest): Promise<LogoutResponse> {
    await this.logOutUser.execute(request.sessionId);
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

  @Callers('gateway')
  @GrpcMethod('AuthService', 'listSessions')
  async listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse> {
    const sessions = await this.list.execute(request.accountId);
    return {
      sessions: sessions.map(({ id, createdAt, expiresAt, client, address }) => ({
        id,
        createdAtMs: createdAt.getTime(),
        expiresAtMs: expiresAt.getTime(),
        client,
        address,
      })),
    };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'endSession')
  async endSession(request: EndSessionRequest): Promise<EndSessionResponse> {
    await this.endOne.execute(request.accountId, request.sessionId, request.visitor);
    return {};
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'endSessions')
  async endSessions(request: EndSessionsRequest): Promise<EndSessionsResponse> {
    return { ended: await this.endAll.execute(request.accountId, request.exceptSessionId, request.visitor) };
  }
}
