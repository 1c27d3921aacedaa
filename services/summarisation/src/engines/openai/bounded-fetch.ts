import { ModelFailed } from './model-failed.js';

/** A summary with all its parts has some ten thousand characters. */
export const MAX_ANSWER_BYTES = 1_000_000;

/**
 * A `fetch` that aborts a response when more than MAX_ANSWER_BYTES of its decompressed body have arrived, so that no response fills the memory. It
 * follows no redirect, so the key is sent to the configured address alone.
 */
export async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  if (Number(response.headers.get('content-length')) > MAX_ANSWER_BYTES) {
    await response.body.cancel();
    throw new ModelFailed('too_large');
  }
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) controller.error(new ModelFailed('too_large'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
}
