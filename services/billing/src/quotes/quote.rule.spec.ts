import type { Holding } from '../subscriptions/term-value.rule.js';
import { answersAgain, expiryOf, hasExpired, type Offer, priceOf } from './quote.rule.js';

const now = new Date('2026-11-16T00:00:00Z');
const at = (iso: string) => new Date(`${iso}T00:00:00Z`);
const RANKS: Record<string, number> = { basic: 1, medium: 2, enterprise: 3 };
const MONTHLY: Record<string, number> = { basic: 900, medium: 2_900, enterprise: 9_900 };
const nameOf = (plan: string) => plan[0].toUpperCase() + plan.slice(1);

const held = (id: string, plan: string, from: string, to: string, valueCents = 0): Holding => ({
  ...{ id, plan, rank: RANKS[plan], months: 1, seconds: 0, startsAt: at(from), endsAt: at(to), valueCents },
  ...{ goneCents: 0, valuedFrom: null, usedSeconds: 0, creditedTo: null, endedAt: null },
});
const offer = (plan: string, changes: Partial<Offer> = {}): Offer => ({
  ...{ plan, name: nameOf(plan), rank: RANKS[plan], months: 1, priceCents: MONTHLY[plan], method: 'stripe' },
  ...changes,
});
const price = (plan: string, terms: Holding[], changes: Partial<Offer> = {}) =>
  priceOf(offer(plan, changes), terms, nameOf, now);

describe('what a term costs', () => {
  it('is the price per month times the months (PAY-24)', () => {
    expect(price('medium', [], { months: 12, priceCents: 2_300 })).toEqual({
      kind: 'new',
      lines: [{ kind: 'plan', label: 'Medium, 12 months', amountCents: 27_600 }],
      totalCents: 27_600,
      creditCents: 0,
      dueCents: 27_600,
      creditedTermId: null,
      prolongationSeconds: 0,
      startsAt: now,
      endsAt: at('2027-11-16'),
    });
  });

  it('at an upgrade is reduced by the unused value of the term that it ends', () => {
    expect(price('medium', [held('a', 'basic', '2026-11-01', '2026-12-01', 900)])).toMatchObject({
      kind: 'upgrade',
      lines: [
        { kind: 'plan', label: 'Medium, 1 month', amountCents: 2_900 },
        { kind: 'credit', label: 'Unused time of Basic', amountCents: -450 },
      ],
      creditCents: 450,
      dueCents: 2_450,
      creditedTermId: 'a',
    });
  });

  it('is zero when the credit exceeds it, and the rest prolongs the term at its own price', () => {
    expect(price('medium', [held('a', 'basic', '2026-11-01', '2026-12-01', 7_740)])).toMatchObject({
      lines: [
        { kind: 'plan', amountCents: 2_900 },
        { kind: 'credit', amountCents: -2_900 },
        { kind: 'prolongation', label: '10 days longer, for the rest of the credit', amountCents: 0 },
      ],
      creditCents: 3_870,
      dueCents: 0,
      prolongationSeconds: Math.floor((970 / 2_900) * 30 * 86_400),
      endsAt: new Date(at('2026-12-16').getTime() + Math.floor((970 / 2_900) * 30 * 86_400) * 1_000),
    });
  });

  it.each([
    ['a granted term', held('a', 'basic', '2026-11-01', '2026-12-01', 0)],
    ['an expired one', held('a', 'basic', '2026-10-01', '2026-11-01', 900)],
    ['one that has not begun', held('a', 'basic', '2026-12-01', '2027-01-01', 900)],
  ])('has no credit for %s', (_, term) => {
    expect(price('medium', [term])).toMatchObject({ creditCents: 0, dueCents: 2_900, creditedTermId: null });
  });

  it.each([
    ['stripe', 49, 0],
    ['stripe', 50, 50],
    ['crypto', 49, 49],
    ['wallet', 1, 1],
  ] as const)('waives an amount too small for a card: by %s %i cents are %i', (method, open, due) => {
    const term = held('a', 'basic', '2026-11-01', '2026-12-01', 2 * (2_900 - open));
    const quoted = price('medium', [term], { method });
    expect(quoted.dueCents).toBe(due);
    expect(quoted.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(due);
  });
});

describe('the kind of a purchase', () => {
  const basic = held('a', 'basic', '2026-11-01', '2026-12-01', 900);
  it.each([
    ['new', 'basic', []],
    ['new', 'medium', [held('a', 'basic', '2026-09-01', '2026-10-01')]],
    ['renewal', 'basic', [held('a', 'basic', '2026-09-01', '2026-10-01')]],
    ['extension', 'basic', [basic]],
    ['upgrade', 'medium', [basic]],
    ['downgrade', 'basic', [held('a', 'medium', '2026-11-01', '2026-12-01')]],
    [
      'extension',
      'basic',
      [held('a', 'medium', '2026-11-01', '2026-12-01'), held('b', 'basic', '2026-12-01', '2027-01-01')],
    ],
    [
      'downgrade',
      'basic',
      [held('a', 'medium', '2026-11-01', '2026-12-01'), held('b', 'basic', '2026-12-01', '2026-12-01')],
    ],
    [
      'extension',
      'medium',
      [held('a', 'medium', '2026-11-01', '2026-12-01'), held('b', 'basic', '2026-12-01', '2027-01-01')],
    ],
  ])('is %s for %s', (kind, plan, terms) => {
    expect(price(plan, terms).kind).toBe(kind);
  });

  it('begins an extension after the plan and before a waiting lower one', () => {
    const terms = [held('a', 'medium', '2026-11-01', '2026-12-01'), held('b', 'basic', '2026-12-01', '2027-01-01')];
    expect(price('medium', terms)).toMatchObject({ startsAt: at('2026-12-01'), endsAt: at('2027-01-01') });
    expect(price('basic', terms)).toMatchObject({ startsAt: at('2027-01-01'), endsAt: at('2027-02-01') });
  });
});

describe('the time of a quote', () => {
  it.each([
    [29 * 60_000, false],
    [30 * 60_000 - 1, false],
    [30 * 60_000, true],
    [31 * 60_000, true],
  ])('after %i ms has ended: %s', (ms, ended) => {
    expect(hasExpired({ expiresAt: expiryOf(now) }, new Date(now.getTime() + ms))).toBe(ended);
  });

  it('allows the same quote again for 10 minutes, while nothing else has changed', () => {
    const terms = [held('a', 'basic', '2026-11-01', '2026-12-01', 900)];
    const open = { ...price('medium', terms), expiresAt: expiryOf(now) };
    const asked = (minutes: number, then: Holding[]) => {
      const later = new Date(now.getTime() + minutes * 60_000);
      return answersAgain(
        open,
        priceOf(offer('medium'), then, nameOf, now),
        priceOf(offer('medium'), then, nameOf, later),
        later,
      );
    };
    expect(asked(10, terms)).toBe(true);
    expect(asked(10.1, terms)).toBe(false);
    expect(asked(1, [{ ...terms[0], goneCents: 100 }])).toBe(false);
    expect(asked(1, [{ ...terms[0], endedAt: now }])).toBe(false);
    expect(asked(1, [])).toBe(false);
  });
});
