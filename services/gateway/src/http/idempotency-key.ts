import { HttpProblem } from './http-problem.js';

/** Printable ASCII without a space at either end; at most 255 characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** The value of the Idempotency-Key header (QUOTA-11); undefined when it is absent. Throws 400 for a malformed one. */
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
