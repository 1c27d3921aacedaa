import type { FastifyRequest } from 'fastify';
import { MIMEType } from 'node:util';
import { HttpProblem } from './http-problem.js';
import { policyOf } from './route-policy.js';

/**
 * 415 for a body in another format than the one that is read here: JSON in UTF-8, not encoded further. A body that does not say what it
 * is counts as that. Only where a body is read and one comes: `curl -d ''` calls its empty body a form.
 */
export function requireReadableContent(request: FastifyRequest): void {
  const {
    'content-length': length,
    'transfer-encoding': chunks,
    'content-type': type,
    'content-encoding': encoding,
  } = request.headers;
  if (!policyOf(request).body || (chunks === undefined && Number(length ?? 0) === 0)) return;
  if (encoding !== undefined && !['', 'identity'].includes(encoding.trim().toLowerCase())) {
    throw new HttpProblem(415, 'content_encoding_unsupported', 'Content-Encoding must be absent or identity.', {
      headers: { 'accept-encoding': 'identity' },
    });
  }
  if (type === undefined || type === 'application/json') return;
  const { essence, charset } = readType(type);
  if (essence !== 'application/json')
    throw new HttpProblem(415, 'content_type_unsupported', 'Content-Type must be application/json.', {
      headers: { accept: 'application/json' },
    });
  if (charset !== null && charset.toLowerCase() !== 'utf-8')
    throw new HttpProblem(415, 'charset_unsupported', 'The charset of the Content-Type must be utf-8.', {
      headers: { accept: 'application/json' },
    });
}

function readType(type: string): { essence?: string; charset: string | null } {
  try {
    const { essence, params } = new MIMEType(type);
    return { essence, charset: params.get('charset') };
  } catch {
    return { charset: null };
  }
}
