import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ApiKey } from './api-key.entity.js';

/** A request whose key was found. */
export interface Admitted {
  headers: Record<string, string>;
  accountId: string;
}

/** Looks up each key by TypeORM, as most teams begin. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly database: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Admitted>();
    const keyHash = createHash('sha256').update(String(request.headers['x-api-key'])).digest('hex');
    const found = await this.database.getRepository(ApiKey).findOneBy({ keyHash });
    if (!found) throw new UnauthorizedException();
    request.accountId = found.accountId;
    return true;
  }
}
