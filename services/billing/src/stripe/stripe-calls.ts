import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { Stripe } from 'stripe';
import { ZodError } from 'zod';
import { amountTooSmall } from '../payments/payment-provider.errors.js';
import { ProviderUnavailable } from '../payments/payment-provider.js';
import type { StripeAccess } from './stripe-terms.js';

/** Of one request; the SDK tries it once more. */
const REQUEST_MS = 5_000;
/** Of an operation, which may be several requests. */
const OPERATION_MS = 20_000;

/** The SDK's types and the events that we read are of this version; the webhook endpoint is registered with the same. */
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

/** True of an answer that Stripe keeps under the idempotency key and would give again, however often it is asked. */
export function isServerFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError;
}

/** True of an answer that stays the same; a conflict (409) says that the same request is under way. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409;
}

/** True where there is nothing of this id, or no more. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** True where a request named a customer that is deleted. */
export function isMissingCustomer(error: unknown): boolean {
  return isMissing(error) && (error as { param?: string }).param === 'customer';
}

/** Runs an operation within its deadline. What Stripe throws becomes an error of ours, and a line in the log without a word of Stripe's. */
export async function asOurs<T>(logger: Logger, name: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await within(OPERATION_MS, operation(), () => unavailable('no answer in time'));
  } catch (error) {
    if (error instanceof ZodError) throw unavailable('an answer that cannot be read');
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error.code === 'amount_too_small') throw amountTooSmall();
    // Its message may quote the key or what a payer entered.
    const cause = [error.type, error.code ?? '', error.param ?? ''].filter(Boolean).join(' ');
    const level = isServerFailure(error) || isPassing(error) ? 'warn' : 'error';
    const facts = { code: cause, status: error.statusCode, method: name, requestId: error.requestId };
    logger[level](facts, 'Stripe did not do what it was asked for');
    throw unavailable(cause);
  }
}

/** `cause`: words of ours alone. */
function unavailable(cause: string): ProviderUnavailable {
  return new ProviderUnavailable('stripe', new Error(cause));
}

function isPassing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeRateLimitError;
}
