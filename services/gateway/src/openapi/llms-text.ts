import { docsUrl, PUBLIC_ERRORS } from '@precis/error-codes/error-codes';
import type { ErrorEntry } from '@precis/error-codes/error-entry';

/** Placeholder for the public origin, which is known only where the text is served. */
export const BASE = '{base}';

interface Field {
  description?: string;
}
interface Operation {
  summary?: string;
  security?: object[];
  parameters?: { in: string; name: string; description?: string; schema?: Field }[];
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, Field>; required?: string[] } }> };
}

/** One id for each possible outcome of a video (VID-14); a test compares them with GET /api/info. */
export const DEMO_VIDEOS: Record<string, string> = {
  precisDemo1: '200, three minutes',
  precisDemo2: '200',
  precisDemo3: '200',
  'precis-long': '200, of hours: made for jobs and streams',
  'precis-mute': '404 transcript_disabled',
  'precis-priv': '404 video_private',
  'precis-gone': '404 video_unavailable',
  'precis-18up': '404 age_restricted',
  'precis-club': '404 members_or_premium',
  'precis-zone': '404 geo_blocked',
  'precis-soon': '404 live_upcoming',
  'precis-blok': '503 source_blocked',
  'precis-down': '503 source_unavailable',
};

const OPEN = ['/api/info', '/api/status', '/api/errors', '/api/subscription/plans'];

/** /llms.txt: the public API for assistants, generated from the same tables as the OpenAPI document (API-35). */
export function llmsText(document: { paths: object }): string {
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        OPEN.includes(path) || operation.security?.some((one) => 'api-key' in one)
          ? [endpoint(`${method.toUpperCase()} ${path}`, operation)]
          : [],
      ),
  );
  return `# Precis

> An HTTP API that summarises YouTube videos from their transcripts. Every sentence of a summary names the moments of the video that support it. Nothing is guessed from a title: a video without captions is an error, and costs nothing.

Base address: ${BASE}. Bodies and answers are JSON in UTF-8.

## Authentication

Send the API key as \`x-api-key: prc_...\` or \`Authorization: Bearer prc_...\`. A key comes from ${BASE}/api-keys. Operations marked "open" need none.

## Operations

${operations.join('\n')}

## What costs a video

One successful summary costs one video of the month, also when it was stored already. Errors, info, jobs that fail and reading a stored summary cost nothing. Send an \`Idempotency-Key\` (a UUID) with POST /api/youtube/summarize: a repeat with the same key and body gets the first answer at no cost for 30 days, with \`Idempotency-Replayed: true\`. GET /api/requests/{id} says for 30 days the outcome of a request and whether it was charged, by its \`X-Request-Id\`.

## Limits

\`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (unix seconds) are the videos of the calendar month in UTC. \`RateLimit-Policy\` and \`RateLimit\` are the burst limit. With 429 and 503 wait for the seconds of \`Retry-After\`.

## Videos to test with

These ids answer alike in every deployment, also without internet: https://www.youtube.com/watch?v=ID

${Object.entries(DEMO_VIDEOS)
  .map(([id, outcome]) => `- ${id}: ${outcome}`)
  .join('\n')}

## Errors

\`{"error", "status_code", "code", "request_id", "docs_url"}\`, with 429 also \`limit\`, \`remaining\`, \`reset\`. \`code\` is stable; "again" marks those after which the same request may succeed later.

${[PUBLIC_ERRORS.request, PUBLIC_ERRORS.video].flatMap((codes) => Object.entries<ErrorEntry>(codes).map(errorLine)).join('\n')}

## Links

- [OpenAPI 3.1](${BASE}/api/openapi.json): all operations with examples
- [Documentation](${BASE}/docs)
- [Error codes](${docsUrl(BASE, 'codes')}), as JSON: ${BASE}/api/errors
- [Status](${BASE}/status)
- [MCP](${BASE}/docs?tab=mcp): the same for assistants that speak the Model Context Protocol
`;
}

function endpoint(name: string, { summary, security, parameters = [], requestBody }: Operation): string {
  const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {};
  const fields = Object.entries(properties).map(
    ([field, { description }]) => `  - ${field}${required.includes(field) ? ' (required)' : ''}: ${description}`,
  );
  const asked = parameters.map((one) => `  - ${one.name} (${one.in}): ${one.description ?? one.schema?.description}`);
  const open = security?.length ? '' : ' (open)';
  return [`- \`${name}\`${open}: ${summary}`, ...fields, ...asked].join('\n');
}

function errorLine([code, { statuses, cause, next, retryable }]: [string, ErrorEntry]): string {
  return `- ${code} (${statuses.join(', ') || 'of an item'}${retryable ? ', again' : ''}): ${cause} ${next}`;
}
