import fc from 'fast-check';
import { holders, isOver, regained, secondsLost, takenFrom } from './money-back.rule.js';
import { TermSource } from './term-source.entity.js';
import { Term } from './term.entity.js';

const runs = process.env.FULL ? 2_000 : 200;
const at = (iso: string) => new Date(`${iso}T00:00:00Z`);
const source = (changes: Partial<TermSource> = {}) => Object.assign(TermSource.of('term', 'p', 100), changes);
const term = (paymentId: string, from: string, to: string, changes: Partial<Term> = {}) =>
  Object.assign(new Term(), {
    ...{ id: paymentId, paymentId, startsAt: at(from), endsAt: at(to), creditedTo: null, endedAt: null },
    ...{ sources: [source()], ...changes },
  });

describe('the seconds that a term loses with cents of its unused value (PAY-68)', () => {
  it.each([
    [900, 900, 3_600, 3_600],
    [900, 300, 3_600, 1_200],
    [900, 0, 3_600, 0],
    [900, 1, 10, 1],
    // Less than one cent of it is left.
    [0, 0, 30, 30],
  ])('%d unused cents lose %d, of %d s left: %d s', (unused, cents, left, seconds) => {
    expect(secondsLost(unused, cents, left)).toBe(seconds);
  });

  it('never sells a second below its price before, and wastes less than one second', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    const seconds = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), seconds, (unused, part, left) => {
        const taken = Math.floor(unused * part);
        const stays = BigInt(left - secondsLost(unused, taken, left));
        expect(stays * BigInt(unused) <= BigInt(unused - taken) * BigInt(left)).toBe(true);
        expect((stays + 1n) * BigInt(unused) > BigInt(unused - taken) * BigInt(left)).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

describe('the value that returns (PAY-69)', () => {
  it('is no more than was taken, its seconds in proportion', () => {
    const taken = source({ cents: 0, takenCents: 300, takenSeconds: 1_000 });
    expect(regained(taken, 100)).toEqual({ cents: 100, seconds: 333 });
    expect(regained(taken, 500)).toEqual({ cents: 300, seconds: 1_000 });
    expect(regained(source(), 500)).toEqual({ cents: 0, seconds: 0 });
  });
});

describe('the terms that hold value of a payment', () => {
  const running = term('a', '2026-11-01', '2026-12-01');
  const waiting = term('b', '2026-12-01', '2027-01-01');
  const other = term('c', '2027-01-01', '2027-02-01', { sources: [TermSource.of('c', 'other', 100)] });
  const credited = term('d', '2026-10-01', '2026-11-01', { creditedTo: 'a' });
  const ended = term('e', '2026-10-01', '2026-11-01', { endedAt: at('2026-11-01') });

  it('are waiting terms before the running one, of two at the same time the one sold later, and no credited or ended term', () => {
    const same = term('f', '2026-12-01', '2026-12-01');
    const found = holders([running, waiting, other, credited, ended, same], 'p');
    expect(found.map((holder) => holder.term.id)).toEqual(['f', 'b', 'a']);
  });

  it('are, when money returns, all terms from which some was taken', () => {
    const taken = term('g', '2026-10-01', '2026-11-01', {
      creditedTo: 'a',
      sources: [source({ cents: 0, takenCents: 70, takenSeconds: 7 })],
    });
    expect(holders([running, taken], 'p', 'taken').map((holder) => holder.term.id)).toEqual(['g']);
    expect([takenFrom([running, taken], 'p'), takenFrom([running, taken], 'other')]).toEqual([70, 0]);
  });

  it('are over where they ended, were credited, never began or expired', () => {
    const now = at('2026-11-15');
    const never = term('h', '2026-12-01', '2026-12-01');
    expect([running, waiting].map((one) => isOver(one, now))).toEqual([false, false]);
    expect([credited, ended, never].map((one) => isOver(one, now))).toEqual([true, true, true]);
    expect(isOver(running, at('2026-12-01'))).toBe(true);
  });
});
