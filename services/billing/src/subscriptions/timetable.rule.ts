/** A plan that is active from `from` to `to`; no `to` = without end. `videosPerMonth` is its quota. */
export interface TimetableSpan {
  plan: string;
  videosPerMonth: number;
  from: Date;
  to?: Date;
}

/** The plan and quota of a term, from `startsAt` (included) to `endsAt` (excluded). */
export interface PaidTerm {
  plan: string;
  videosPerMonth: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * An account's timetable is all its terms in order of time, with Free before, between and after them without an end: the active plan is
 * the term that contains now, else Free (PAY-5).
 */
export function timetableOf(
  terms: PaidTerm[],
  free: { plan: string; videosPerMonth: number },
  openedAt: Date,
): TimetableSpan[] {
  const spans: TimetableSpan[] = [];
  let from = openedAt;
  for (const term of inOrder(terms)) {
    if (term.startsAt > from) spans.push({ ...free, from, to: term.startsAt });
    spans.push({ plan: term.plan, videosPerMonth: term.videosPerMonth, from: term.startsAt, to: term.endsAt });
    from = term.endsAt;
  }
  spans.push({ ...free, from });
  return spans;
}

/** Terms with a length above zero, in order; a term that was ended before it began is not part of the account's history. */
export function inOrder<T extends PaidTerm>(terms: T[]): T[] {
  return terms
    .filter((term) => term.endsAt > term.startsAt)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
