import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';

/** Builds the request for the SDK. `signal` is aborted when nobody waits for the answer; `from` is the caller. */
export function toWebRequest(
  request: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
  from: string | undefined,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(', '));
  }
  headers.delete('x-forwarded-for');
  if (from !== undefined) headers.set('x-forwarded-for', from);
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  // The Host was checked before. Here the URL only has to be well-formed.
  return new Request('http://mcp/mcp', { method, headers, signal, ...(hasBody && { body: new Uint8Array(body) }) });
}

/** Writes the SDK's answer piece by piece, as fast as the client reads it, and at most until `over`. */
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
      if (!response.write(value)) await drained(response, over);
      if (over.aborted) break;
    }
  } finally {
    over.removeEventListener('abort', stop);
    // end() would wait for a client that does not read, and hold the place of the request.
    if (over.aborted && response.writableNeedDrain) response.destroy();
    else response.end();
  }
}

/** Waits for room; settles also when the exchange is over or its client is gone. */
async function drained(response: ServerResponse, over: AbortSignal): Promise<void> {
  const done = new AbortController();
  const signal = AbortSignal.any([over, done.signal]);
  const first = ['drain', 'close'].map((name) => once(response, name, { signal }));
  await Promise.race(first).catch(() => undefined);
  // Otherwise the listeners of each piece would remain.
  done.abort();
  await Promise.allSettled(first);
}
