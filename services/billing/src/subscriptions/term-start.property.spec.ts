import fc from 'fast-check';
import { addMonths, type HeldTerm, placeTerm } from './term-start.rule.js';
import { timetableOf } from './timetable.rule.js';

const START = new Date('2026-11-21T10:00:00Z');
const DAY_MS = 86_400_000;
const grants = fc.array(
  fc.record({
    rank: fc.integer({ min: 1, max: 3 }),
    months: fc.constantFrom(1, 3, 6, 12),
    waitMs: fc.integer({ min: 0, max: 200 * DAY_MS }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Applies the grants one after the other, like the use-case. `check` sees the terms before and after each. */
function play(
  steps: { rank: number; months: number; waitMs: number }[],
  check: (before: HeldTerm[], after: HeldTerm[], now: Date) => void,
): void {
  let now = START;
  let terms: HeldTerm[] = [];
  steps.forEach(({ rank, months, waitMs }, step) => {
    now = new Date(now.getTime() + waitMs);
    const placed = placeTerm(terms, { rank, months }, now);
    const moved = terms.map((term) => ({ ...term, ...placed.changed.find(({ id }) => id === term.id) }));
    const after = [...moved, { id: String(step), rank, months, startsAt: placed.startsAt, endsAt: placed.endsAt }];
    check(terms, after, now);
    terms = after;
  });
}

const lasting = (terms: HeldTerm[]) =>
  terms.filter((t) => t.endsAt > t.startsAt).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
const open = (terms: HeldTerm[], now: Date) => lasting(terms).filter((t) => t.endsAt > now);

describe('terms of one account, for any grants at any time', () => {
  it('never overlap', () => {
    fc.assert(
      fc.property(grants, (steps) =>
        play(steps, (_, after) => {
          const spans = lasting(after);
          for (let i = 1; i < spans.length; i++)
            expect(spans[i].startsAt.getTime()).toBeGreaterThanOrEqual(spans[i - 1].endsAt.getTime());
        }),
      ),
    );
  });

  it('run from now on without a gap, better plans first', () => {
    fc.assert(
      fc.property(grants, (steps) =>
        play(steps, (_, after, now) => {
          const spans = open(after, now);
          expect(spans[0].startsAt.getTime()).toBeLessThanOrEqual(now.getTime());
          for (let i = 1; i < spans.length; i++) {
            expect(spans[i].startsAt).toEqual(spans[i - 1].endsAt);
            expect(spans[i].rank).toBeLessThanOrEqual(spans[i - 1].rank);
          }
        }),
      ),
    );
  });

  it('keep their full length, except the one running term that a higher plan ends', () => {
    fc.assert(
      fc.property(grants, (steps) =>
        play(steps, (before, after, now) => {
          const wasOpen = after.filter((term) => before.some(({ id, endsAt }) => id === term.id && endsAt > now));
          const cut = wasOpen.filter(
            (term) => term.endsAt.getTime() !== addMonths(term.startsAt, term.months).getTime(),
          );
          expect(cut.length).toBeLessThanOrEqual(1);
          for (const term of cut) expect(term.rank).toBeLessThan(after.at(-1)!.rank);
        }),
      ),
    );
  });

  it('leave the past unchanged', () => {
    fc.assert(
      fc.property(grants, (steps) =>
        play(steps, (before, after, now) => {
          const past = (terms: HeldTerm[]) =>
            lasting(terms).filter((t) => t.endsAt.getTime() <= Math.floor(now.getTime() / 1_000) * 1_000 - 1);
          expect(past(after)).toEqual(past(before));
        }),
      ),
    );
  });

  it('form a sorted timetable without gap or overlap, from the opening to an open end', () => {
    fc.assert(
      fc.property(grants, (steps) =>
        play(steps, (_, after) => {
          const timetable = timetableOf(
            after.map((t) => ({ ...t, plan: String(t.rank), videosPerMonth: t.rank })),
            { plan: 'free', videosPerMonth: 0 },
            START,
          );
          expect(timetable[0].from.getTime()).toBeGreaterThanOrEqual(START.getTime());
          expect(timetable.at(-1)).toMatchObject({ plan: 'free' });
          expect(timetable.at(-1)!.to).toBeUndefined();
          for (let i = 1; i < timetable.length; i++) expect(timetable[i].from).toEqual(timetable[i - 1].to);
          for (const span of timetable.slice(0, -1)) expect(span.to!.getTime()).toBeGreaterThan(span.from.getTime());
        }),
      ),
    );
  });
});
