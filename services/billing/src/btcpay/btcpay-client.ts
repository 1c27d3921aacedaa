import { backoffMs } from '@precis/runtime/backoff';
import { boundedText } from '@precis/runtime/bounded-text';
import { Bulkhead } from '@precis/runtime/bulkhead';
import { pause } from '@precis/runtime/pause';
import type { z } from 'zod';
import { ProviderUnavailable } from '../payments/payment-provider.js';

/** Time limit of one exchange, from the first byte sent to the last one received. */
const REQUEST_MS = 4_000;
const TRIES = 3;
const BACKOFF = { firstMs: 200, factor: 3, capMs: 1_000 };
/** Largest answer. A page of invoices has about 100 kB. */
const MOST_BYTES = 1_000_000;
const MOST_AT_ONCE = 50;
const MOST_NAMED = 10;

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Whether the call is idempotent, so that one without an answer is retried. */
  repeats: boolean;
}

/** An answer with a status below 500 and a JSON body; an empty body is undefined. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Calls one BTCPay Server, with a deadline, a limit of simultaneous calls and a size limit. It follows no redirect with the key (PAY-48). */
export class BtcpayClient {
  private readonly room = new Bulkhead({
    atOnce: MOST_AT_ONCE,
    refusal: () => unavailable('too many calls at once'),
  });

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Throws ProviderUnavailable without a usable answer: the server is unavailable, busy or broken, or rejects the key. */
  async ask({ repeats, ...call }: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.room.run(() => this.exchange(call));
      if (typeof answer === 'object') return answer;
      if (!repeats || attempt === TRIES) throw unavailable(answer);
      await pause(backoffMs(BACKOFF, attempt, Math.random()));
    }
  }

  /** Returns the answer, or the reason why there is none, in a few words. */
  private async exchange({ method, path, body }: Omit<Call, 'repeats'>): Promise<Answer | string> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `token ${this.apiKey}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const { status } = response;
      const text = await boundedText(response, MOST_BYTES);
      if (status >= 500 || status === 429) return `answered ${status}`;
      // HTML from a proxy while the server is down is not an answer, with any status.
      return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    } catch (error) {
      // The error's message may quote the answer.
      return error instanceof Error ? error.name : 'no answer';
    }
  }
}

/** Parses an answer before any of it is trusted. Throws ProviderUnavailable, which names fields, never values. */
export function read<S extends z.ZodType>(schema: S, { status, body }: Answer): z.output<S> {
  // 401 and 403 mean a wrong key: an operator must correct the setting, and payments wait until then.
  if (status !== 200) throw unavailable(`answered ${status}`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).slice(0, MOST_NAMED);
  throw unavailable(`an unusable answer: ${fields.join(', ')}`);
}

/** `why`: our own words and names of fields, never content of the answer. */
function unavailable(why: string): ProviderUnavailable {
  return new ProviderUnavailable('crypto', new Error(`BTCPay: ${why}`));
}
