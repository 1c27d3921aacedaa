import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@precis/runtime/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './error-body.js';
import { type HttpProblem, toProblem } from './http-problem.js';
import type { RequestMetrics } from './request-metrics.js';
import { policyOf } from './route-policy.js';

/** Answers every error of every route and hook in the specified body. */
@Catch()
export class HttpErrors implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: RequestMetrics,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = toProblem(error);
    this.metrics.refused(problem.status, problem.code);
    if (problem.status >= 500) this.log(error, problem, request.id);
    // RFC 9110 15.5.2: a 401 names the scheme.
    if (problem.status === 401) void reply.header('www-authenticate', 'Bearer realm="precis"');
    if (problem.extra.headers) void reply.headers(problem.extra.headers);
    if (problem.extra.retryAfterSeconds !== undefined)
      void reply.header('retry-after', Math.ceil(problem.extra.retryAfterSeconds));
    void reply
      .status(problem.status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(errorBody(problem, request.id, policyOf(request).api));
  }

  /** A refusal that was meant is a line; only what nobody expected, or what another service's absence caused, keeps its trace. */
  private log(error: unknown, problem: HttpProblem, requestId: string): void {
    const facts = { requestId, status: problem.status, code: problem.code };
    // A probe asks every second while a process starts; its answer is the message.
    if (problem.code === 'not_ready') this.logger.debug(facts, 'not ready');
    else if (problem.status === 500) this.logger.error({ err: error, ...facts }, 'request failed');
    else this.logger.warn({ ...facts, cause: problem.publicMessage }, 'request refused');
  }
}
