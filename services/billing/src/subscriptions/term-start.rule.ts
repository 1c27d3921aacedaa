/** From `startsAt` (included) to `endsAt` (excluded). Both are whole seconds, as in messages. */
export interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** A term that the account already holds. `rank`: the plan's place in the catalogue, higher is better. */
export interface HeldTerm extends Span {
  id: string;
  rank: number;
  months: number;
}

export interface Placement extends Span {
  /** Held terms that the new one cuts short or moves, with their new spans. */
  changed: ({ id: string } & Span)[];
}

/**
 * A new term of the same plan begins when the last one of it ends (PAY-6), that of a lower plan when everything better has ended. A higher
 * plan begins now: it ends the running lower term, and lower terms that have not begun follow it in full length (PAY-7).
 */
export function placeTerm(held: HeldTerm[], wanted: { rank: number; months: number }, now: Date): Placement {
  const from = wholeSecond(now);
  const open = held
    .filter((term) => term.endsAt > from && term.endsAt > term.startsAt)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const startsAt = open
    .filter((term) => term.rank >= wanted.rank)
    .reduce((latest, term) => (term.endsAt > latest ? term.endsAt : latest), from);
  const placement: Placement = { startsAt, endsAt: addMonths(startsAt, wanted.months), changed: [] };
  let next = placement.endsAt;
  for (const lower of open.filter((term) => term.rank < wanted.rank)) {
    if (lower.startsAt <= from) {
      placement.changed.push({ id: lower.id, startsAt: lower.startsAt, endsAt: from });
    } else {
      const end = addMonths(next, lower.months);
      placement.changed.push({ id: lower.id, startsAt: next, endsAt: end });
      next = end;
    }
  }
  return placement;
}

function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}

/**
 * A term's months are calendar months in UTC; where the target month is shorter, the day falls back to that month's last
 * (31 January + 1 month = 28 or 29 February) (PAY-4).
 */
export function addMonths(from: Date, months: number): Date {
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return to;
}
