import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';

/** A request in the form that the SDK takes. `signal` is aborted when the client no longer waits for the answer. */
export function toWebRequest(request: IncomingMessage, body: Buffer, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(', '));
  }
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  // The Host was checked before. Here the URL only has to be well-formed.
  return new Request('http://mcp/mcp', { method, headers, signal, ...(hasBody && { body: new Uint8Array(body) }) });
}

/** Writes the SDK's answer piece by piece, as fast as the client reads it. */
export async function writeWebResponse(answer: Response, response: ServerResponse, over: AbortSignal): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  const isStream = (headers['content-type'] ?? '').startsWith('text/event-stream');
  response.writeHead(answer.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    // Tells proxies not to buffer the events.
    ...(isStream && { 'x-accel-buffering': 'no' }),
  });
  if (!answer.body) return void response.end();
  response.flushHeaders();
  const reader = answer.body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  over.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      if (!response.write(value)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  } finally {
    over.removeEventListener('abort', stop);
    response.end();
  }
}
