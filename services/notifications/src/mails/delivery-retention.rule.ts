const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * The outcome of a mail is kept for 90 days after it was decided (DATA-14). Mails that wait, and dead ones, of which an operator decides,
 * stay whatever their age.
 */
export function decidedKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
