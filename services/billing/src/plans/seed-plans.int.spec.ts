import { GrantingDatabase } from '../testing/granting-database.js';
import { PLAN_CATALOGUE, type PlanCatalogue } from './plan-catalogue.js';
import { PlansRepository } from './plans.repository.js';
import { SeedPlans } from './seed-plans.usecase.js';

let billing: GrantingDatabase;
beforeEach(async () => void (billing = await GrantingDatabase.open()));
afterEach(() => billing.close());

const seed = (catalogue?: PlanCatalogue) => new SeedPlans(billing.database, new PlansRepository()).execute(catalogue);
const withBasicAt = (priceCents: number, version: number): PlanCatalogue => ({
  version,
  plans: PLAN_CATALOGUE.plans.map((plan) => (plan.key === 'basic' ? { ...plan, priceCents } : plan)),
});
const rows = async () => (await billing.database.query('SELECT count(*)::int AS count FROM plans'))[0].count;
const basicCents = async () =>
  (await new PlansRepository().current(billing.database.manager)).find(({ key }) => key === 'basic')!.priceCents;

describe('seeding the plans', () => {
  it('writes an unchanged catalogue once, however many processes start', async () => {
    await Promise.all([seed(), seed(), seed()]);
    expect(await rows()).toBe(4);
  });

  it('puts a new version on sale and keeps the rows of the old one', async () => {
    await seed(withBasicAt(950, 2));
    expect(await basicCents()).toBe(950);
    expect(await rows()).toBe(8);
  });

  it('does not bring old prices back when a process of an older release starts', async () => {
    await seed(withBasicAt(950, 2));
    await seed();
    expect(await basicCents()).toBe(950);
  });

  it('refuses to start on a catalogue that was changed without a new version', async () => {
    await expect(seed(withBasicAt(950, 1))).rejects.toThrow('raise the version');
    expect(await basicCents()).toBe(900);
  });
});
