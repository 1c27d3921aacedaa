import { ACCOUNT_ERRORS } from './account-errors.js';
import type { ErrorEntry } from './error-entry.js';
import { INTERNAL_ERRORS } from './internal-errors.js';
import { PAYMENT_ERRORS } from './payment-errors.js';
import { REQUEST_ERRORS } from './request-errors.js';
import { VIDEO_ERRORS } from './video-errors.js';
import { WEBHOOK_ERRORS } from './webhook-errors.js';

/** The codes that answers of the gateway, and items of jobs and batches in them, may carry, by what they are about (API-28). */
export const PUBLIC_ERRORS = {
  request: REQUEST_ERRORS,
  video: VIDEO_ERRORS,
  account: ACCOUNT_ERRORS,
  payment: PAYMENT_ERRORS,
  webhook: WEBHOOK_ERRORS,
} satisfies Record<string, Record<string, ErrorEntry>>;

export type ErrorGroup = keyof typeof PUBLIC_ERRORS;

const PUBLISHED = { ...REQUEST_ERRORS, ...VIDEO_ERRORS, ...ACCOUNT_ERRORS, ...PAYMENT_ERRORS, ...WEBHOOK_ERRORS };

/** Every code that is thrown on purpose. */
export type ErrorCode = keyof typeof PUBLISHED | keyof typeof INTERNAL_ERRORS;

/** The entry of a code; undefined for a code of a newer service, and for one that the public API never answers. */
export function publishedError(code: string): ErrorEntry | undefined {
  return Object.hasOwn(PUBLISHED, code) ? PUBLISHED[code as keyof typeof PUBLISHED] : undefined;
}

/** The codes that an error answer may carry, in the order of the documentation. */
export const ANSWERED_CODES = Object.entries<ErrorEntry>(PUBLISHED).flatMap(([code, { statuses }]) =>
  statuses.length > 0 ? [code] : [],
);

/** The published table as GET /api/errors answers it, for a site at `publicUrl`. */
export function errorList(publicUrl: string) {
  return (Object.entries(PUBLIC_ERRORS) as [ErrorGroup, Record<string, ErrorEntry>][]).flatMap(([group, codes]) =>
    Object.entries(codes).map(([code, { statuses, ...entry }]) => ({
      code,
      group,
      statuses: [...statuses],
      ...entry,
      docs_url: docsUrl(publicUrl, code),
    })),
  );
}

/** Where the documentation explains a code, on the site at `publicUrl`. */
export function docsUrl(publicUrl: string, code: string): string {
  return `${publicUrl.replace(/\/$/, '')}/docs?tab=errors#${code}`;
}
