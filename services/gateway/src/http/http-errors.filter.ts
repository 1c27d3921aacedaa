import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@precis/runtime/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './error-body.js';
import { toProblem } from './http-problem.js';
import { policyOf } from './route-policy.js';

/** Answers every error of every route and hook in the specified body. */
@Catch()
export class HttpErrors implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = toProblem(error);
    if (problem.status >= 500) {
      this.logger[problem.status === 500 ? 'error' : 'warn']({ err: error, requestId: request.id, status: problem.status, code: problem.code }, 'request failed');
    }
    if (problem.extra.retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(problem.extra.retryAfterSeconds));
    void reply.status(problem.status).header('content-type', 'application/json; charset=utf-8').send(errorBody(problem, request.id, policyOf(request).api));
  }
}
