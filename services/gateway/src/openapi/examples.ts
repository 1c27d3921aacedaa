import type { OpenAPIObject } from '@nestjs/swagger';
import { docsUrl, errorList, publishedError } from '@precis/error-codes/error-codes';
import { exampleOf, type Schema } from './example-value.js';

const SITE = 'https://precis.example';
const REQUEST_ID = '3f0c4c1e-8d55-4a53-9a0b-5a1f2e7d6c41';

/** The usual code of a status, by the first pattern that the path matches. */
const CODES: Record<number, [path: RegExp, code: string][]> = {
  400: [
    [/unsubscribe/, 'bad_unsubscribe_token'],
    [/./, 'missing_parameter'],
  ],
  401: [
    [/auth\/login/, 'invalid_credentials'],
    [/youtube\/(summarize|transcript|batches)/, 'api_key_invalid'],
    [/./, 'session_invalid'],
  ],
  403: [
    [/auth\/login/, 'email_not_verified'],
    [/./, 'account_suspended'],
  ],
  404: [
    [/requests\//, 'request_not_found'],
    [/jobs\//, 'job_not_found'],
    [/summaries\//, 'summary_not_found'],
    [/youtube\//, 'transcript_disabled'],
    [/payment\/create-session/, 'quote_unknown'],
    [/payment\//, 'payment_not_found'],
    [/google-identities\//, 'identity_not_found'],
    [/sessions\//, 'session_not_found'],
    [/api-key/, 'api_key_absent'],
    [/google/, 'google_not_configured'],
    [/./, 'not_found'],
  ],
  405: [[/./, 'method_not_allowed']],
  408: [[/./, 'request_timeout']],
  409: [
    [/youtube\//, 'idempotency_key_in_use'],
    [/api-key/, 'api_key_exists'],
    [/payment\//, 'quote_expired'],
    [/auth\/login|google/, 'account_closing'],
    [/./, 'email_taken'],
  ],
  413: [[/./, 'body_too_large']],
  415: [[/./, 'content_type_unsupported']],
  422: [[/./, 'idempotency_key_reused']],
  429: [
    [/summarize|batches/, 'quota_exceeded'],
    [/./, 'throttled'],
  ],
  500: [[/./, 'internal_error']],
  503: [[/./, 'service_unavailable']],
};

interface Media {
  schema?: Schema & { $ref?: string };
  example?: unknown;
}

/** Gives every answer and every body of the document an example (API-30): errors from the table of codes, all others from their schema. */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods as Record<string, Operation>)) {
      // Every operation states its security: otherwise a reader cannot tell a public operation from an omission.
      operation.security ??= [];
      const body = operation.requestBody?.content['application/json'];
      if (body?.schema) body.example = bodyExample(path, body.schema);
      for (const [status, { content = {} }] of Object.entries(operation.responses))
        for (const [type, media] of Object.entries(content))
          media.example = answerExample(path, Number(status), type, media);
    }
  }
  return document;
}

interface Operation {
  security?: object[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

function bodyExample(path: string, schema: Schema): unknown {
  const fields = exampleOf(schema) as Record<string, unknown>;
  // A video is summarised by its address or from the caller's own transcript.
  if (path.includes('summarize')) {
    const { transcript: _, title: __, ...rest } = fields;
    return rest;
  }
  return fields;
}

function answerExample(path: string, status: number, type: string, { schema = {} }: Media): unknown {
  if (type !== 'application/json') return TEXTS[type] ?? '<!doctype html><title>Precis</title>';
  if (status < 400) return path === '/api/errors' ? { success: true, errors: errorList(SITE) } : exampleOf(schema);
  return errorExample(path, status, schema.$ref?.endsWith('PrivateError') === true);
}

function errorExample(path: string, status: number, isPrivate: boolean): Record<string, unknown> {
  const code = CODES[status].find(([pattern]) => pattern.test(path))![1];
  return {
    ...(isPrivate ? { success: false } : {}),
    error: publishedError(code)!.cause,
    status_code: status,
    code,
    request_id: REQUEST_ID,
    docs_url: docsUrl(SITE, code),
    ...(status === 429 ? { limit: 100, remaining: 0, reset: 1796083200 } : {}),
  };
}

const TEXTS: Record<string, string> = {
  'text/markdown':
    '# How a canal lock lifts a boat\n\nA lock lifts a boat with water alone. ([0:12](https://youtu.be/precisDemo1?t=12))\n',
  'application/x-subrip': '1\n00:00:12,000 --> 00:00:18,000\nA lock lifts a boat with water alone.\n',
  'text/event-stream': 'event: progress\ndata: {"stage":"reading"}\n\n',
};
