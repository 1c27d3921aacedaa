import { type ArgumentsHost, Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError } from 'rxjs';
import { DomainError } from './domain-error.js';
import { toGrpcError } from './grpc-errors.js';
import type { Logger } from './logger.js';

/** Turns what a handler threw into a gRPC status, once for all services. Event handlers' errors pass unchanged: the runner stores their cause. */
@Catch()
export class RpcErrors implements RpcExceptionFilter<unknown> {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost) {
    const context = host.switchToRpc().getContext<object>();
    if (context && 'isEvent' in context) return throwError(() => error);
    if (!(error instanceof DomainError)) this.logger.error({ err: error }, 'rpc failed');
    return throwError(() => toGrpcError(error));
  }
}
