/** From `startsAt` (included) to `endsAt` (excluded). Both are whole seconds, as in messages. */
export interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** The length of a term wherever it begins: calendar months, and then seconds. */
export interface Length {
  months: number;
  seconds?: number;
}

/** A term that the account already holds. `rank`: the plan's place in the catalogue, higher is better. */
export interface HeldTerm extends Span, Length {
  id: string;
  rank: number;
}

/** Where a term is placed, and how other terms make room for it. */
export interface Placement extends Span {
  /** Held terms that the new one shortens or moves, with their new spans. */
  changed: ({ id: string } & Span)[];
}

/** Where a new term begins. */
export interface Start<T extends HeldTerm> {
  startsAt: Date;
  /** The running lower term that it ends. */
  ended?: T;
  /** The terms that follow it, in order. */
  behind: T[];
}

/**
 * A new term of the same plan begins when the last one of that plan ends (PAY-6), of a lower plan when all better terms have ended. A higher plan
 * begins now: it ends the running lower term, and waiting lower terms follow it in full length (PAY-7).
 */
export function placeTerm(held: HeldTerm[], wanted: { rank: number } & Length, now: Date): Placement {
  const { startsAt, ended, behind } = startOf(held, wanted.rank, now);
  const endsAt = endOf(startsAt, wanted);
  const cut = ended ? [{ id: ended.id, startsAt: ended.startsAt, endsAt: startsAt }] : [];
  return { startsAt, endsAt, changed: [...cut, ...follow(behind, endsAt)] };
}

/** The start of a new term by the same rule (PAY-6, PAY-7); it does not depend on the length. */
export function startOf<T extends HeldTerm>(held: T[], rank: number, now: Date): Start<T> {
  const from = wholeSecond(now);
  const open = openTerms(held, from);
  const lastBetter = open.findLastIndex((term) => term.rank >= rank);
  if (lastBetter >= 0) return { startsAt: open[lastBetter].endsAt, behind: open.slice(lastBetter + 1) };
  const [first, ...waiting] = open;
  return first && first.startsAt <= from
    ? { startsAt: from, ended: first, behind: waiting }
    : { startsAt: from, behind: open };
}

/**
 * A term that is not over lasts `leftSeconds` from now, or from its start; 0 ends it. All waiting terms after it follow in full length, so that no
 * paid time waits while no plan runs (PAY-32, PAY-68).
 */
export function resizeTerm(held: HeldTerm[], id: string, leftSeconds: number, now: Date): Placement['changed'] {
  const from = wholeSecond(now);
  const open = openTerms(held, from);
  const at = open.findIndex((term) => term.id === id);
  if (at < 0) return [];
  const { startsAt } = open[at];
  const end = endOf(startsAt > from ? startsAt : from, { months: 0, seconds: leftSeconds });
  return [{ id, startsAt, endsAt: end }, ...follow(open.slice(at + 1), end)];
}

/**
 * Time that was taken from a term that is now over returns: at once when no term runs, otherwise after the running one and every waiting
 * term whose plan is not lower; lower waiting terms follow. It takes nothing from another term, so it never ends the running one (PAY-32).
 */
export function resumeTerm(held: HeldTerm[], wanted: { rank: number } & Length, now: Date): Placement {
  const from = wholeSecond(now);
  const open = openTerms(held, from);
  const before = open.findLastIndex((term) => term.startsAt <= from || term.rank >= wanted.rank);
  const startsAt = before < 0 ? from : open[before].endsAt;
  const endsAt = endOf(startsAt, wanted);
  return { startsAt, endsAt, changed: follow(open.slice(before + 1), endsAt) };
}

/** Terms that run now or later, in order of time. */
function openTerms<T extends Span>(held: T[], from: Date): T[] {
  return held
    .filter((term) => term.endsAt > from && term.endsAt > term.startsAt)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** Places terms one after the other in full length. */
function follow(waiting: HeldTerm[], from: Date): Placement['changed'] {
  let next = from;
  return waiting.map((term) => {
    const startsAt = next;
    next = endOf(startsAt, term);
    return { id: term.id, startsAt, endsAt: next };
  });
}

/** The end of a term of this length that begins at that time. */
export function endOf(startsAt: Date, { months, seconds = 0 }: Length): Date {
  return new Date(addMonths(startsAt, months).getTime() + seconds * 1_000);
}

export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}

/** Whole seconds from one to the other. */
export function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1_000);
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
