import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from './http-problem.js';

/** Which server is meant and where the body ends must be beyond doubt, or a proxy before us may understand another request. */
export function requireSoundFraming(request: FastifyRequest, reply: FastifyReply): void {
  const { rawHeaders, httpVersion } = request.raw;
  let hosts = 0;
  // Of repeated ones Node keeps the first alone.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') hosts++;
  if (hosts === 0 && httpVersion === '1.1') throw new HttpProblem(400, 'host_missing', 'The Host header is required.');
  if (hosts > 1) throw new HttpProblem(400, 'host_repeated', 'There must be one Host header.');
  const coding = request.headers['transfer-encoding'];
  if (coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked')) return;
  // What follows is in a coding that nobody here reads.
  void reply.header('connection', 'close');
  // RFC 9112 6.1: HTTP/1.0 knows no codings, and a proxy that passed it on took the body to end elsewhere.
  if (httpVersion !== '1.1') throw new HttpProblem(400, 'invalid_request', 'HTTP/1.0 has no Transfer-Encoding.');
  throw transferCodingUnknown();
}

/** RFC 9112 6.1: 501 for a transfer coding that the server does not know. */
export function transferCodingUnknown(): HttpProblem {
  return new HttpProblem(501, 'transfer_coding_unsupported', 'Transfer-Encoding must be absent or chunked.');
}
