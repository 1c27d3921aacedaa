import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { Stripe } from 'stripe';
import { ZodError } from 'zod';
import { amountTooSmall } from '../payments/payment-provider.errors.js';
import { ProviderUnavailable } from '../payments/payment-provider.js';
import type { StripeAccess } from './stripe-settings.js';

/** Time limit of one request; the SDK retries it once. */
const REQUEST_MS = 5_000;
/** Time limit of an operation, which may be several requests. */
const OPERATION_MS = 20_000;

/** The API version of the SDK's types and of the events; the webhook endpoint is registered with the same. */
export const API_VERSION = '2026-10-28.endive';

export function openStripe({ secretKey, apiUrl, requestMs }: StripeAccess): Stripe {
  const https = apiUrl?.protocol === 'https:';
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    telemetry: false,
    timeout: requestMs ?? REQUEST_MS,
    maxNetworkRetries: 1,
    ...(apiUrl && {
      host: apiUrl.hostname,
      port: apiUrl.port || (https ? 443 : 80),
      protocol: https ? ('https' as const) : ('http' as const),
    }),
  });
}

/** Whether Stripe keeps this answer under the idempotency key and would repeat it. */
export function isServerFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError;
}

/** Whether the answer is final; a conflict (409) means that the same request is still in progress. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409;
}

/** Whether Stripe has no object of the requested id, or has it no longer. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether a request named a deleted customer. */
export function isMissingCustomer(error: unknown): boolean {
  return isMissing(error) && (error as { param?: string }).param === 'customer';
}

/** Runs an operation within its deadline. Stripe's errors become ours, and a line in the log without any of Stripe's text. */
export async function asOurs<T>(logger: Logger, name: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await within(OPERATION_MS, operation(), () => unavailable('no answer in time'));
  } catch (error) {
    if (error instanceof ZodError) throw unavailable('an answer that cannot be read');
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error.code === 'amount_too_small') throw amountTooSmall();
    // Stripe's message may quote the key or the payer's input.
    const cause = [error.type, error.code ?? '', error.param ?? ''].filter(Boolean).join(' ');
    const level = isServerFailure(error) || isPassing(error) ? 'warn' : 'error';
    const facts = { code: cause, status: error.statusCode, method: name, requestId: error.requestId };
    logger[level](facts, 'a Stripe operation failed');
    throw unavailable(cause);
  }
}

/** `cause`: only our own words. */
function unavailable(cause: string): ProviderUnavailable {
  return new ProviderUnavailable('stripe', new Error(cause));
}

function isPassing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeRateLimitError;
}
