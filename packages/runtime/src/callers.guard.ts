import type { Metadata } from '@grpc/grpc-js';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { DomainError } from './domain-error.js';

const CALLERS = 'precis:callers';

/** Names the services that may call an RPC. An RPC without it refuses everybody. */
export const Callers = (...names: string[]) => SetMetadata(CALLERS, names);

/**
 * Authenticates the calling service by its secret and checks it against the RPC's list (OPS-5). Events pass, because they come from the bus. HTTP
 * passes, because a service serves only probes and metrics there, whose callers have no secret.
 */
@Injectable()
export class CallersGuard implements CanActivate {
  constructor(private readonly secrets: Record<string, string>) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'rpc') return true;
    const metadata = context.switchToRpc().getContext<Metadata | { isEvent: true }>();
    if ('isEvent' in metadata) return true;
    const caller = String(metadata.get('x-caller')[0] ?? '');
    const allowed = (Reflect.getMetadata(CALLERS, context.getHandler()) as string[] | undefined) ?? [];
    const secret = Object.hasOwn(this.secrets, caller) ? this.secrets[caller] : undefined;
    if (secret === undefined || !same(secret, String(metadata.get('x-caller-secret')[0] ?? ''))) {
      throw new DomainError('unauthenticated', 'caller_unknown', 'The calling service is not known.');
    }
    if (!allowed.includes(caller))
      throw new DomainError('forbidden', 'caller_refused', 'The calling service may not use this operation.');
    return true;
  }
}

function same(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
