import { applyDecorators, HttpCode } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiBody, ApiHeader, ApiOperation, ApiQuery, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { z } from 'zod';
import { BODY_LIMIT_BYTES, type RoutePolicy } from './route-policy.js';

interface OperationOptions extends Partial<RoutePolicy> {
  summary: string;
  ok: z.ZodType;
  /** Error statuses beyond those that the policy implies. */
  errors?: number[];
  idempotent?: boolean;
}

/** Declares a route once: what the hooks enforce and what the OpenAPI document says are the same schemas. */
export function Operation(options: OperationOptions): MethodDecorator {
  const policy: RoutePolicy = {
    access: options.access ?? 'public',
    api: options.api ?? 'private',
    bodyLimitBytes: options.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    body: options.body,
    query: options.query,
    addressLimit: options.addressLimit,
  };
  const decorators: MethodDecorator[] = [
    RouteConfig({ policy }) as MethodDecorator,
    HttpCode(200),
    ApiOperation({ summary: options.summary }),
    ApiResponse({ status: 200, description: 'Success', schema: jsonSchema(options.ok) }),
  ];
  for (const status of errorStatuses(policy, options.errors ?? [])) {
    decorators.push(ApiResponse({ status, description: DESCRIPTIONS[status], schema: { $ref: `#/components/schemas/${policy.api === 'public' ? 'PublicError' : 'PrivateError'}` } }));
  }
  if (policy.body) decorators.push(ApiBody({ required: true, schema: jsonSchema(policy.body) }));
  if (policy.query instanceof z.ZodObject) {
    for (const name of Object.keys(policy.query.shape)) decorators.push(ApiQuery({ name, required: false, schema: { type: 'string' } }));
  }
  if (policy.access === 'session' || policy.access === 'either') decorators.push(ApiBearerAuth('session'));
  if (policy.access === 'api-key' || policy.access === 'either') decorators.push(ApiSecurity('api-key'), ApiBearerAuth('api-key-bearer'));
  if (options.idempotent) decorators.push(ApiHeader({ name: 'Idempotency-Key', required: false, description: 'A repeat with the same key and body answers the first result at no cost.' }));
  return applyDecorators(...decorators);
}

const DESCRIPTIONS: Record<number, string> = {
  400: 'Missing or wrong parameters',
  401: 'Invalid or absent credential',
  403: 'No permission',
  404: 'Not found',
  408: 'The body came too slowly; the connection is closed',
  409: 'Conflict with the present state',
  413: 'Body too large',
  422: 'Idempotency-Key used with another body',
  429: 'Limit exceeded, with reset details',
  500: 'Server error',
  503: 'Temporarily unavailable, see Retry-After',
};

function errorStatuses(policy: RoutePolicy, extra: number[]): number[] {
  const statuses = new Set([429, 500, 503, ...extra]);
  if (policy.body) [400, 408, 413].forEach((status) => statuses.add(status));
  if (policy.query) statuses.add(400);
  if (policy.access !== 'public') [401, 403].forEach((status) => statuses.add(status));
  return [...statuses].sort();
}

function jsonSchema(schema: z.ZodType): Record<string, never> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
  return rest as Record<string, never>;
}
