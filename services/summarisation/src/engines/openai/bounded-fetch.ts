import { ModelFailed } from './model-failed.js';

/** A summary with all its parts has some ten thousand characters. */
export const MAX_ANSWER_BYTES = 1_000_000;

/**
 * `fetch` that gives up an answer as soon as more than MAX_ANSWER_BYTES of it have come, unpacked, so that no answer fills the memory.
 * It follows no redirect: the key goes to the configured address alone.
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
