import type { IncomingMessage } from 'node:http';

/** Why a request is refused for its framing. */
export type FramingFault = { message: string } & (
  | { status: 400; code: 'host_missing' | 'host_repeated' | 'invalid_request' }
  | { status: 501; code: 'transfer_coding_unsupported' }
);

/** The refusal of an unknown transfer coding (RFC 9112, 6.1). */
export const UNKNOWN_CODING = {
  status: 501,
  code: 'transfer_coding_unsupported',
  message: 'Transfer-Encoding must be absent or chunked.',
} as const satisfies FramingFault;

/**
 * The fault of a request without exactly one Host header, or without one clear end of its body. A proxy before us may read another request in it
 * (request smuggling). Undefined for a sound request.
 */
export function framingFaultOf({ rawHeaders, headers, httpVersion }: IncomingMessage): FramingFault | undefined {
  let hosts = 0;
  // Node keeps only the first of several Host headers, so they are counted in the raw ones.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') hosts++;
  if (hosts === 0 && httpVersion === '1.1')
    return { status: 400, code: 'host_missing', message: 'The Host header is required.' };
  if (hosts > 1) return { status: 400, code: 'host_repeated', message: 'There must be one Host header.' };
  const coding = headers['transfer-encoding'];
  if (coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked')) return undefined;
  // HTTP/1.0 has no transfer codings, so a proxy that passed this on assumed another end of the body (RFC 9112, 6.1).
  if (httpVersion !== '1.1')
    return { status: 400, code: 'invalid_request', message: 'HTTP/1.0 has no Transfer-Encoding.' };
  return UNKNOWN_CODING;
}
