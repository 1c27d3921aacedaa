import { HttpProblem } from './http-problem.js';

/** Printable ASCII, no space at either end; at most 255 characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** Reads the Idempotency-Key header. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header)) {
    throw new HttpProblem(
      400,
      'idempotency_key_invalid',
      'Idempotency-Key must have 1 to 255 printable ASCII characters and no space at either end.',
    );
  }
  return header;
}
