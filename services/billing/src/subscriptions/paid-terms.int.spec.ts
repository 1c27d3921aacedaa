import { randomUUID } from 'node:crypto';
import { PayingDatabase } from '../testing/paying-database.js';
import type { Grant } from './grant-term.usecase.js';

let world: PayingDatabase;
let accountId: string;
beforeAll(async () => void (world = await PayingDatabase.open()));
afterAll(() => world.close());
beforeEach(() => {
  world.clock.moveTo('2027-01-01T00:00:00Z');
  accountId = randomUUID();
});

const announced = async () => (await world.granting.announced(accountId)).at(-1)!;
const buy = (plan: string, duration = 'monthly') => world.buy(accountId, plan, duration);
const grant = (plan: string, changes: Partial<Grant> = {}) =>
  world.granting.granter().execute({ grantId: randomUUID(), accountId, plan, months: 1, ...changes });

describe('a paid term', () => {
  it('is placed once per payment, for repeated and parallel settlements', async () => {
    const quote = await world.quote(accountId, 'basic', 'monthly');
    const id = randomUUID();
    const terms = await Promise.all(Array.from({ length: 10 }, () => world.pay(quote, id)));
    expect(new Set(terms.map((term) => term.id)).size).toBe(1);
    expect(terms[0]).toMatchObject({ origin: `payment:${id}`, paymentId: id, quoteId: quote.id, valueCents: 900 });
    expect(await world.plan(accountId)).toEqual(['basic 2027-01-01..2027-02-01']);
    expect((await announced()).version).toBe(2);
  });

  it('announces the timetable in the same transaction', async () => {
    await buy('basic');
    expect((await announced()).timetable.map(({ plan }) => plan)).toEqual(['basic', 'free']);
    const quote = await world.quote(accountId, 'medium', 'monthly');
    await expect(
      world.step(async (manager) => {
        await world.paidTerms.place(manager, quote, { id: randomUUID(), paidCents: quote.dueCents }, world.now);
        throw new Error('cut off before commit');
      }),
    ).rejects.toThrow('cut off');
    expect(await world.plan(accountId)).toEqual(['basic 2027-01-01..2027-02-01']);
    expect((await announced()).version).toBe(2);
  });

  it.each([
    ['2027-01-31T10:00:00Z', 'monthly', '2027-02-28T10:00:00Z', '2027-03-28T10:00:00Z'],
    ['2028-01-31T10:00:00Z', 'monthly', '2028-02-29T10:00:00Z', '2028-03-29T10:00:00Z'],
    ['2028-02-29T10:00:00Z', 'yearly', '2029-02-28T10:00:00Z', '2030-02-28T10:00:00Z'],
    ['2027-08-31T10:00:00Z', '6months', '2028-02-29T10:00:00Z', '2028-08-29T10:00:00Z'],
    // Clocks change in Europe and America between start and end: times stay the same in UTC.
    ['2027-03-28T01:30:00Z', 'monthly', '2027-04-28T01:30:00Z', '2027-05-28T01:30:00Z'],
    ['2027-10-31T00:59:59Z', 'monthly', '2027-11-30T00:59:59Z', '2027-12-30T00:59:59Z'],
    ['2027-03-14T07:30:00Z', '3months', '2027-06-14T07:30:00Z', '2027-09-14T07:30:00Z'],
  ])('bought at %s for %s ends at %s, extended at %s', async (from, duration, end, extended) => {
    world.clock.moveTo(from);
    const first = await buy('basic', duration);
    world.clock.days(3);
    const second = await buy('basic', duration);
    expect([first.endsAt, second.startsAt, second.endsAt].map((at) => at.toISOString().replace('.000', ''))).toEqual([
      end,
      end,
      extended,
    ]);
  });

  it('that is settled by a slower clock than another upgrade takes no value twice, and ends none of its time', async () => {
    const quote = await world.quote(accountId, 'enterprise', 'monthly');
    await buy('basic');
    world.clock.moveTo('2027-01-11T00:00:01Z');
    await buy('medium');
    world.clock.moveTo('2027-01-11T00:00:00Z');
    expect(await world.pay(quote)).toMatchObject({ valueCents: 9_900, receivedCents: 0 });
    expect(await world.plan(accountId)).toEqual([
      'basic 2027-01-01..2027-01-11',
      'enterprise 2027-01-11..2027-02-11',
      'medium 2027-02-11..2027-03-11',
    ]);
  });

  it('of a lower plan begins after all terms of better plans, without credit', async () => {
    await buy('medium');
    expect(await world.quote(accountId, 'basic', 'monthly')).toMatchObject({ kind: 'downgrade', creditCents: 0 });
    await buy('basic');
    await buy('medium');
    expect(await world.plan(accountId)).toEqual([
      'medium 2027-01-01..2027-02-01',
      'medium 2027-02-01..2027-03-01',
      'basic 2027-03-01..2027-04-01',
    ]);
  });

  it('of a higher plan takes only the unused value of the running term; waiting terms follow in full length (PAY-7, PAY-15)', async () => {
    const first = await buy('basic');
    await buy('basic', '3months');
    world.clock.moveTo('2027-01-11T00:00:00Z');
    const upgrade = await buy('enterprise');
    expect(upgrade).toMatchObject({ valueCents: 9_900, receivedCents: 609 });
    expect(await world.plan(accountId)).toEqual([
      'basic 2027-01-01..2027-01-11',
      'enterprise 2027-01-11..2027-02-11',
      'basic 2027-02-11..2027-05-11',
    ]);
    const [cut] = await world.allTerms(accountId);
    expect(cut).toMatchObject({ id: first.id, creditedCents: 609, creditedTo: upgrade.id });
  });

  it('keeps the prolongation that credit bought when a better plan moves it, and counts it in its value', async () => {
    await buy('basic', 'yearly');
    const medium = await buy('medium');
    // 8,400 cents of credit for a price of 2,900: 31 days, and 5,500 cents' worth more.
    const more = Math.floor((5_500 * 31 * 86_400) / 2_900);
    expect(medium).toMatchObject({ valueCents: 8_400, receivedCents: 8_400, extraSeconds: more });
    expect(medium.endsAt.getTime()).toBe(Date.parse('2027-02-01T00:00:00Z') + more * 1_000);
    expect(await world.quote(accountId, 'enterprise', 'yearly')).toMatchObject({ creditCents: 8_400 });
  });

  it('is not ended by a grant of a higher plan unless that is forced: its value would be lost (PAY-65)', async () => {
    await buy('basic');
    await grant('basic');
    world.clock.days(10);
    const grantId = randomUUID();
    await expect(grant('medium', { grantId })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'paid_term_runs',
      publicMessage: expect.stringContaining('A paid basic term runs until 2027-02-01.'),
    });
    const before = ['basic 2027-01-01..2027-02-01', 'basic 2027-02-01..2027-03-01'];
    expect(await world.plan(accountId)).toEqual(before);
    await grant('medium', { grantId, force: true });
    const after = ['basic 2027-01-01..2027-01-11', 'medium 2027-01-11..2027-02-11', 'basic 2027-02-11..2027-03-11'];
    expect(await world.plan(accountId)).toEqual(after);
    // A repeat gets the same answer, and ending a waiting or granted term is no loss.
    await grant('medium', { grantId });
    await grant('enterprise');
    expect((await world.plan(accountId)).slice(0, 2)).toEqual([
      before[0].replace('02-01', '01-11'),
      'enterprise 2027-01-11..2027-02-11',
    ]);
  });

  it('takes no credit from a granted term', async () => {
    await grant('basic');
    expect(await world.quote(accountId, 'medium', 'monthly')).toMatchObject({ kind: 'upgrade', creditCents: 0 });
    expect(await buy('medium')).toMatchObject({ valueCents: 2_900, receivedCents: 0 });
  });
});

describe('two open checkouts that are both paid (PAY-31)', () => {
  it('of a new plan: the second extends', async () => {
    const [a, b] = [await world.quote(accountId, 'basic', 'monthly'), await world.quote(accountId, 'basic', '3months')];
    const [first, second] = await Promise.all([world.pay(a), world.pay(b)]);
    const [early, late] = first.startsAt < second.startsAt ? [first, second] : [second, first];
    expect(late.startsAt).toEqual(early.endsAt);
    expect(await world.plan(accountId)).toHaveLength(2);
  });

  it('of one upgrade: the credit is used once, and the second lasts as long as its payment buys', async () => {
    await buy('basic', 'yearly');
    const [a, b] = [
      await world.quote(accountId, 'enterprise', 'yearly'),
      await world.quote(accountId, 'enterprise', 'monthly'),
    ];
    expect([a.creditCents, b.creditCents, b.dueCents]).toEqual([8_400, 8_400, 1_500]);
    await world.pay(a);
    const second = await world.pay(b);
    expect(second).toMatchObject({ valueCents: 1_500, receivedCents: 0, isPart: true });
    expect(second.startsAt.toISOString()).toBe('2028-01-01T00:00:00.000Z');
    expect(second.extraSeconds).toBe(Math.floor((1_500 * 31 * 86_400) / 9_900));
  });

  it('of two better plans: the higher one receives the value of the lower one, and nothing is lost', async () => {
    const basic = await buy('basic', 'yearly');
    const [a, b] = [
      await world.quote(accountId, 'medium', 'yearly'),
      await world.quote(accountId, 'enterprise', 'yearly'),
    ];
    const medium = await world.pay(a);
    const enterprise = await world.pay(b);
    expect(medium).toMatchObject({ valueCents: 27_600, receivedCents: 8_400 });
    expect(enterprise).toMatchObject({ receivedCents: 27_600, valueCents: b.dueCents + 27_600 });
    expect(enterprise.extraSeconds).toBe(Math.floor((19_200 * 365 * 86_400) / 94_800));
    const worth = (await world.allTerms(accountId)).reduce(
      (sum, term) => sum + term.valueCents - term.creditedCents,
      0,
    );
    expect(worth).toBe(8_400 + a.dueCents + b.dueCents);
    expect(basic.valueCents).toBe(8_400);
  });

  it('are refused when nothing would remain to be paid', async () => {
    await buy('basic', 'yearly');
    const [a, b] = [
      await world.quote(accountId, 'medium', 'monthly'),
      await world.quote(accountId, 'medium', 'monthly', { method: 'wallet' }),
    ];
    await world.pay(a);
    await expect(world.pay(b)).rejects.toMatchObject({ kind: 'conflict', code: 'quote_expired' });
  });
});

describe('a refund or a lost dispute (PAY-32)', () => {
  it('ends what is left now, moves up what waits, and has one effect', async () => {
    const paid = await buy('enterprise');
    await buy('basic', '3months');
    world.clock.moveTo('2027-01-11T00:00:00Z');
    for (let delivery = 0; delivery < 2; delivery++) await world.givenBack(paid);
    expect(await world.plan(accountId)).toEqual(['enterprise 2027-01-01..2027-01-11', 'basic 2027-01-11..2027-04-11']);
    const { timetable, version } = await announced();
    expect(timetable.map(({ plan }) => plan)).toEqual(['enterprise', 'basic', 'free']);
    expect(version).toBe(4);
  });

  it('of a waiting term lets later ones move up, and leaves the running one', async () => {
    await buy('medium');
    const waiting = await buy('medium', '3months');
    await buy('basic');
    await world.givenBack(waiting);
    expect(await world.plan(accountId)).toEqual(['medium 2027-01-01..2027-02-01', 'basic 2027-02-01..2027-03-01']);
  });

  it('that is won returns the rest, once, and the past stays', async () => {
    const paid = await buy('basic');
    world.clock.moveTo('2027-01-11T00:00:00Z');
    await world.givenBack(paid);
    world.clock.moveTo('2027-01-21T00:00:00Z');
    for (let delivery = 0; delivery < 2; delivery++) await world.givenBack(paid, 0);
    expect(await world.plan(accountId)).toEqual(['basic 2027-01-01..2027-01-11', 'basic 2027-01-21..2027-02-11']);
    // Half of the 21 days is half of the 609 cents that were left.
    world.clock.moveTo('2027-01-31T12:00:00Z');
    expect(await world.quote(accountId, 'medium', 'monthly')).toMatchObject({
      creditCents: Math.floor((900 * 10.5) / 31),
    });
    expect((await announced()).timetable.map(({ plan }) => plan)).toEqual(['basic', 'free', 'basic', 'free']);
  });

  it('that is won ends no term: the rest follows the running term and precedes lower ones', async () => {
    const paid = await buy('enterprise');
    await buy('medium');
    await buy('basic');
    world.clock.moveTo('2027-01-11T00:00:00Z');
    await world.givenBack(paid);
    world.clock.moveTo('2027-01-21T00:00:00Z');
    await world.givenBack(paid, 0);
    expect(await world.plan(accountId)).toEqual([
      'enterprise 2027-01-01..2027-01-11',
      'medium 2027-01-11..2027-02-11',
      'enterprise 2027-02-11..2027-03-04',
      'basic 2027-03-04..2027-04-04',
    ]);
  });
});

describe('whether a late payment could still be bought', () => {
  it('depends on the catalogue that is on sale', async () => {
    const quote = await world.quote(accountId, 'basic', 'monthly');
    const sellable = (changes: object) =>
      world.step((manager) => world.paidTerms.isSellable(manager, { ...quote, ...changes } as typeof quote));
    expect(await sellable({})).toBe(true);
    expect(await sellable({ plan: 'gold' })).toBe(false);
    expect(await sellable({ duration: '2months' })).toBe(false);
    expect(await sellable({ months: 2 })).toBe(false);
  });
});
