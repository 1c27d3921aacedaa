import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  AuthenticateKeyRequest,
  AuthenticateKeyResponse,
  GenerateKeyRequest,
  GenerateKeyResponse,
  RevokeKeyRequest,
  RevokeKeyResponse,
  RotateKeyRequest,
  RotateKeyResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { AuthenticateKey } from './authenticate-key.usecase.js';
import { GenerateKey } from './generate-key.usecase.js';
import { RevokeKey } from './revoke-key.usecase.js';
import { RotateKey } from './rotate-key.usecase.js';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly authenticate: AuthenticateKey,
    private readonly generate: GenerateKey,
    private readonly rotate: RotateKey,
    private readonly revoke: RevokeKey,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'authenticateKey')
  async authenticateKey(request: AuthenticateKeyRequest): Promise<AuthenticateKeyResponse> {
    const key = await this.authenticate.execute(request.apiKey, request.client);
    return { accountId: key.userId, keyId: key.id, validUntilMs: key.validUntil?.getTime() ?? 0 };
  }

  @Callers('gateway', 'standalone')
  @GrpcMethod('AuthService', 'generateKey')
  async generateKey(request: GenerateKeyRequest): Promise<GenerateKeyResponse> {
    return { apiKey: await this.generate.execute(request.accountId, request.visitor) };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'rotateKey')
  async rotateKey(request: RotateKeyRequest): Promise<RotateKeyResponse> {
    const rotated = await this.rotate.execute(request.accountId, request.graceSeconds, request.visitor);
    return { apiKey: rotated.apiKey, oldKeyValidUntilMs: rotated.oldKeyValidUntil?.getTime() ?? 0 };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'revokeKey')
  async revokeKey(request: RevokeKeyRequest): Promise<RevokeKeyResponse> {
    await this.revoke.execute(request.accountId, request.visitor);
    return {};
  }
}
