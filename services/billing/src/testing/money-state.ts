import { type Books, EMPTY, type ModelPayment, type MoneyModel } from './money-model.js';
import type { AccountState } from './money-world.js';
import { type Part, worth } from './bought-term.js';

/** Checks that the database agrees with the model of an account. `booksBefore`: the books before this account paid anything. */
export function compareState(
  model: MoneyModel,
  { announced, books, ...state }: AccountState,
  booksBefore: Books,
): void {
  const { payments, terms, cancelled, facts } = model;
  const all = [...payments.values()];
  const sold = all.filter(({ term }) => term !== undefined);
  const rows = all.map((one) => {
    const back = [one.refundedCents, one.failedRefundCents, one.lostCents];
    const cents = [one.amountCents, ...back, one.creditedCents, one.reclaimedCents];
    return [one.id, [one.status, ...cents, one.quote.id, one.term !== undefined]];
  });
  expect(state).toEqual({
    values: Object.fromEntries(
      sold.map(({ id, term }) => [
        id,
        [term!.valueCents, term!.receivedCents, term!.valueCents - worth(term!), term!.creditedCents],
      ]),
    ),
    sources: sold.flatMap(({ id, term }) => [...term!.parts].map(([from, part]) => sourceOf(id, from, part))).sort(),
    spans: terms.timetable(),
    payments: Object.fromEntries(rows),
    cancelled,
    facts: [...facts].sort(),
    keys: sold.flatMap(({ id, amountCents }) => (amountCents > 0 ? `pay:${id}` : [])).sort(),
  });
  const moved = Object.keys(EMPTY).map((name) => [
    name,
    (books[name as 'wallet'] ?? 0) - booksBefore[name as 'wallet'],
  ]);
  expect(Object.fromEntries(moved)).toEqual(model.books);
  if (announced) expect(announced).toEqual(terms.timetable());
  compareValue(model, sold);
}

/** The value of all that runs, waits or could still be credited never exceeds the money that was received and not taken back (PAY-70). */
function compareValue(model: MoneyModel, sold: ModelPayment[]): void {
  const kept = sold.map((payment) => payment.amountCents - model.backOf(payment));
  const beyond = sold.filter(({ id }, at) => model.terms.worthOf(id) > kept[at]);
  expect(beyond).toEqual([]);
  expect(model.terms.unusedCents()).toBeLessThanOrEqual(kept.reduce((sum, cents) => sum + cents, 0));
}

function sourceOf(term: string, payment: string, { cents, takenCents, takenSeconds }: Part): string {
  return `${term} of ${payment}: ${cents}, taken ${takenCents} with ${takenSeconds} s`;
}
