import { applyDecorators, HttpCode } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { Documented } from '../openapi/documented.decorator.js';
import { answerHeaders } from '../openapi/answer-headers.js';
import { jsonSchema } from '../openapi/json-schema.js';
import { IDEMPOTENCY_KEY } from './idempotency-key.js';
import { type Access, BODY_LIMIT_BYTES, isOpen, type RoutePolicy } from './route-policy.js';

type Swagger = typeof import('@nestjs/swagger');

interface OperationOptions extends Partial<RoutePolicy> {
  summary: string;
  /** The answer with 200: JSON, a page, or a table as a file; absent for a route that redirects the browser instead (302). */
  ok?: z.ZodType | 'page' | 'csv';
  /** The answer with 202, with the address of the future result: for `Prefer: respond-async`, and always when there is no 200. */
  accepted?: z.ZodType;
  /** Describes the stream that 200 carries for `Accept: text/event-stream`. */
  stream?: string;
  /** Content types of texts that 200 may have instead of JSON, as the request asks. */
  okTexts?: readonly string[];
  /** Error statuses beyond those that the policy implies. */
  errors?: number[];
  idempotent?: boolean;
}

/** The names of security schemes in openapi-document.ts. When several are listed, one is enough. */
const SCHEMES_OF: Record<Access, string[]> = {
  public: [],
  optional: [],
  session: ['session'],
  'api-key': ['api-key', 'api-key-bearer'],
  either: ['api-key', 'api-key-bearer', 'session'],
};

/** Declares a route once: the hooks enforce the same schemas that the OpenAPI document shows (API-15). */
export function Operation(options: OperationOptions): MethodDecorator {
  // hooks.ts does not parse the query of a request whose body a thread parses.
  if (options.largeBody && options.query) throw new Error(`${options.summary}: a route with a large body has no query`);
  const policy: RoutePolicy = {
    access: options.access ?? 'public',
    api: options.api ?? 'private',
    bodyLimitBytes: options.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    body: options.body,
    query: options.query,
    largeBody: options.largeBody,
    id: options.id,
    innerId: options.innerId,
    isForm: options.isForm,
    isWebhook: options.isWebhook,
    isRecorded: options.isRecorded,
    tellsDetail: options.tellsDetail,
    addressLimits: options.addressLimits,
    accountLimits: options.accountLimits,
    takesHandoff: options.takesHandoff,
  };
  return applyDecorators(
    RouteConfig({ policy }) as MethodDecorator,
    HttpCode(options.ok ? 200 : isAlwaysAsync(options) ? 202 : 302),
    Documented((swagger) => documentOf(options, policy, swagger)),
  );
}

const isAlwaysAsync = ({ accepted, ok }: OperationOptions) => accepted !== undefined && ok === undefined;

function documentOf(options: OperationOptions, policy: RoutePolicy, swagger: Swagger): MethodDecorator[] {
  const { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity } = swagger;
  const isAsync = isAlwaysAsync(options);
  const headers = (status: number) => answerHeaders(status, policy, options.idempotent === true, isAsync);
  const decorators: MethodDecorator[] = [ApiOperation({ summary: options.summary })];
  if (!isAsync)
    decorators.push(
      options.ok
        ? ApiResponse({
            status: 200,
            description: 'Success',
            ...contentOf(options.ok, options.okTexts, options.stream),
            headers: headers(200),
          })
        : ApiResponse({ status: 302, description: 'Redirects the browser to Location', headers: headers(302) }),
    );
  if (options.accepted) {
    const accepted = { schema: jsonSchema(options.accepted), headers: headers(202) };
    decorators.push(
      ApiResponse({
        status: 202,
        description: 'Accepted; GET the address in Location to read the result',
        ...accepted,
      }),
    );
  }
  if (options.accepted && !isAsync) {
    decorators.push(
      ApiHeader({
        name: 'Prefer',
        required: false,
        description:
          'respond-async: answers 202 at once with a job to poll, which is charged when it is completed. Ignored with a transcript, with a format other ' +
          'than json, with timestamps false, and when Accept prefers text/event-stream: then the answer has no Preference-Applied.',
        schema: { type: 'string' },
      }),
    );
  }
  for (const status of errorStatuses(policy, options.errors ?? [])) {
    const schema = { $ref: `#/components/schemas/${policy.api === 'public' ? 'PublicError' : 'PrivateError'}` };
    decorators.push(ApiResponse({ status, description: DESCRIPTIONS[status], schema, headers: headers(status) }));
  }
  if (policy.body) {
    const description = `JSON in UTF-8, at most ${policy.bodyLimitBytes} bytes`;
    decorators.push(
      ApiBody({ required: !policy.body.safeParse({}).success, description, schema: jsonSchema(policy.body) }),
    );
  }
  if (policy.id) decorators.push(ApiParam({ name: 'id', schema: jsonSchema(policy.id.schema) }));
  if (policy.innerId) {
    const { name, schema } = policy.innerId;
    decorators.push(ApiParam({ name, schema: jsonSchema(schema) }));
  }
  if (policy.query instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(policy.query.shape))
      decorators.push(ApiQuery({ name, required: false, schema: jsonSchema(field as z.ZodType) }));
  }
  for (const scheme of SCHEMES_OF[policy.access]) decorators.push(ApiSecurity(scheme));
  if (options.idempotent) {
    const description =
      'A repeat with the same key, path and body returns the first result at no cost, with Idempotency-Replayed.';
    const schema = { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY.source } as const;
    decorators.push(ApiHeader({ name: 'Idempotency-Key', required: false, description, schema }));
  }
  return decorators;
}

const DESCRIPTIONS: Record<number, string> = {
  400: 'Missing or wrong parameters; the text names the first one and what it may be',
  401: 'Invalid or missing credential',
  403: 'No permission',
  404: 'Not found',
  405: 'This address has other methods: see Allow',
  408: 'The body arrived too slowly; the connection is closed',
  409: 'Conflict with the current state',
  413: 'Body too large',
  415: 'The body is not JSON in UTF-8, or is encoded',
  422: 'Idempotency-Key used on another path or with another body; the text says which',
  429: 'Limit exceeded, with reset details',
  500: 'Server error',
  503: 'Temporarily unavailable, see Retry-After',
};

function errorStatuses(policy: RoutePolicy, extra: number[]): number[] {
  const statuses = new Set([405, 413, 429, 500, 503, ...extra]);
  if (policy.body) [400, 408, 415].forEach((status) => statuses.add(status));
  if (policy.query) statuses.add(400);
  if (!isOpen(policy.access)) [401, 403].forEach((status) => statuses.add(status));
  return [...statuses].sort();
}

type Json = Record<string, never>;
type Text = { type: 'string'; description?: string };
type Content = { schema: Json } | { content: Record<string, { schema: Json | Text }> };

function contentOf(ok: z.ZodType | 'page' | 'csv', texts: readonly string[] = [], stream?: string): Content {
  if (ok === 'page') return { content: { 'text/html': { schema: { type: 'string' } } } };
  if (ok === 'csv') return { content: { 'text/csv': { schema: { type: 'string' } } } };
  const others = texts.map((type): [string, { schema: Text }] => [type, { schema: { type: 'string' } }]);
  if (stream !== undefined) others.push(['text/event-stream', { schema: { type: 'string', description: stream } }]);
  if (others.length === 0) return { schema: jsonSchema(ok) };
  return { content: { 'application/json': { schema: jsonSchema(ok) }, ...Object.fromEntries(others) } };
}
