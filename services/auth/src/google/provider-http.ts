import { boundedText } from '@precis/runtime/bounded-text';
import { Bulkhead } from '@precis/runtime/bulkhead';
import { googleUnavailable } from './google.errors.js';

/** Time limit of one exchange, from the first byte sent to the last one received. */
const DEADLINE_MS = 5_000;
/** Largest answer; Google's own have a few kB. */
const MOST_BYTES = 100_000;
const MOST_AT_ONCE = 100;

/** A JSON answer with any status. */
export interface ProviderAnswer {
  status: number;
  body: Record<string, unknown>;
}

const room = new Bulkhead({ atOnce: MOST_AT_ONCE, refusal: googleUnavailable });

/**
 * Sends one request to the provider. No redirect is followed; a slow, long or unreadable answer is google_unavailable. The cause of an error is only
 * for the log.
 */
export async function askProvider(url: string, form?: Record<string, string>): Promise<ProviderAnswer> {
  return room.run(async () => {
    try {
      const response = await fetch(url, {
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const body: unknown = JSON.parse(await boundedText(response, MOST_BYTES));
      if (typeof body !== 'object' || body === null) throw new Error('the answer is not a JSON object');
      return { status: response.status, body: body as Record<string, unknown> };
    } catch (cause) {
      throw googleUnavailable(cause);
    }
  });
}
