const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * The outcome of a mail is kept for 90 days after its decision (DATA-14). Waiting mails, and dead ones, which an operator decides, stay at any age.
 */
export function decidedKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
