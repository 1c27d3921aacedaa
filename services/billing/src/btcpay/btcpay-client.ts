import { backoffMs } from '@precis/runtime/backoff';
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
    refusal: () => new ProviderUnavailable('crypto', new Error('too many calls at once')),
  });

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Throws ProviderUnavailable where no usable answer came: the server is away, busy, broken, or does not know the key. */
  async ask({ repeats, ...call }: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.room.run(() => this.exchange(call));
        if (answer.status < 500 && answer.status !== 429) return answer;
        throw new Error(`BTCPay answered ${answer.status}`);
      } catch (cause) {
        if (!repeats || attempt === TRIES) throw new ProviderUnavailable('crypto', cause);
        await pause(backoffMs(BACKOFF, attempt, Math.random()));
      }
    }
  }

  private async exchange({ method, path, body }: Omit<Call, 'repeats'>): Promise<Answer> {
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
    const text = await textOf(response);
    if (response.status === 401 || response.status === 403)
      throw new ProviderUnavailable(
        'crypto',
        new Error(`BTCPay refuses the key or what it may do: ${response.status}`),
      );
    // What a proxy says in HTML while the server is away is no answer, whatever its status.
    return { status: response.status, body: response.status >= 500 || text === '' ? undefined : JSON.parse(text) };
  }
}

/** What an answer says, checked before anything of it is believed. Throws ProviderUnavailable; the log names fields, never values. */
export function read<S extends z.ZodType>(schema: S, { status, body }: Answer): z.output<S> {
  if (status !== 200) throw new ProviderUnavailable('crypto', new Error(`BTCPay answered ${status}`));
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).slice(0, 10);
  throw new ProviderUnavailable('crypto', new Error(`BTCPay's answer is unusable: ${fields.join(', ')}`));
}

/** Stops reading where the answer is longer than any that is meant. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error('the answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
