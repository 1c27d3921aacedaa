import { SummarisationWorld } from '../../testing/summarisation-world.js';
import { ModelSpendRepository } from './model-spend.repository.js';

const LIMIT = 1_000;
const EVENING = new Date('2026-11-28T23:59:00Z');
const NEXT_DAY = new Date('2026-11-29T00:00:00Z');

let world: SummarisationWorld;
let spend: ModelSpendRepository;
beforeAll(async () => {
  world = await SummarisationWorld.open();
  spend = new ModelSpendRepository(world.database);
});
afterAll(() => world.close());
beforeEach(() => world.database.query('TRUNCATE model_spend'));

describe('the money that models may cost a day', () => {
  it('refuses an amount that fits alone but not with what was taken before, until some is given back or the day has ended', async () => {
    expect(await spend.take(EVENING, 600, LIMIT)).toBe(true);
    expect(await spend.take(EVENING, 401, LIMIT)).toBe(false);
    expect(await spend.take(EVENING, 400, LIMIT)).toBe(true);
    expect(await spend.take(NEXT_DAY, LIMIT, LIMIT)).toBe(true);
    await spend.correct(EVENING, -401);
    expect(await spend.take(EVENING, 401, LIMIT)).toBe(true);
    expect(await spend.take(EVENING, 1, LIMIT)).toBe(false);
    expect(await spend.take(NEXT_DAY, 1, LIMIT)).toBe(false);
  });

  it('never exceeds the limit when calls take at the same time, and refuses an amount above it', async () => {
    expect(await spend.take(EVENING, LIMIT + 1, LIMIT)).toBe(false);
    const taken = await Promise.all(Array.from({ length: 12 }, () => spend.take(EVENING, 150, LIMIT)));
    expect(taken.filter(Boolean)).toHaveLength(6);
  });
});
