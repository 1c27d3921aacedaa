import { backoffMs } from '@precis/runtime/backoff';
import { boundedText } from '@precis/runtime/bounded-text';
import { Bulkhead } from '@precis/runtime/bulkhead';
import { pause } from '@precis/runtime/pause';
import type { z } from 'zod';
import { ProviderUnavailable } from '../payments/payment-provider.js';

/** Of one exchange, from the first byte out to the last one in. */
const REQUEST_MS = 4_000;
const TRIES = 3;
const BACKOFF = { firstMs: 200, factor: 3, capMs: 1_000 };
/** A page of invoices has some 100 kB. */
const MOST_BYTES = 1_000_000;
const MOST_AT_ONCE = 50;
const MOST_NAMED = 10;

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** True where the same call twice has the effect of one, so that one without an answer is made again. */
  repeats: boolean;
}

/** An answer below 500 that could be read as JSON; an empty one is undefined. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Carries calls to one BTCPay Server: with a deadline, a bound and a limit each; no redirect is followed with the key (PAY-48). */
export class BtcpayClient {
  private readonly room = new Bulkhead({
    atOnce: MOST_AT_ONCE,
    refusal: () => unavailable('too many calls at once'),
  });

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Throws ProviderUnavailable where no usable answer came: the server is away, busy, broken, or does not know the key. */
  async ask({ repeats, ...call }: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.room.run(() => this.exchange(call));
      if (typeof answer === 'object') return answer;
      if (!repeats || attempt === TRIES) throw unavailable(answer);
      await pause(backoffMs(BACKOFF, attempt, Math.random()));
    }
  }

  /** An answer, or in a word why there is none. */
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
      // What a proxy says in HTML while the server is away is no answer, whatever its status.
      return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    } catch (error) {
      // Its message may quote what was answered.
      return error instanceof Error ? error.name : 'no answer';
    }
  }
}

/** What an answer says, checked before anything of it is believed. Throws ProviderUnavailable, which names fields, never values. */
export function read<S extends z.ZodType>(schema: S, { status, body }: Answer): z.output<S> {
  // 401 and 403 are the key's: a person has to mend the setting, and payments wait for it.
  if (status !== 200) throw unavailable(`answered ${status}`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).slice(0, MOST_NAMED);
  throw unavailable(`an unusable answer: ${fields.join(', ')}`);
}

/** `why`: words of ours and names of fields, never what was answered. */
function unavailable(why: string): ProviderUnavailable {
  return new ProviderUnavailable('crypto', new Error(`BTCPay: ${why}`));
}
