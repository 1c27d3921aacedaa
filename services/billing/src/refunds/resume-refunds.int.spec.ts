import { RefundWorld } from '../testing/refund-world.js';
import { ResumeRefunds } from './resume-refunds.usecase.js';

let world: RefundWorld;
beforeAll(async () => void (world = await RefundWorld.open()));
beforeEach(() => void world.billing.clock.moveTo('2026-11-21T12:00:00Z'));
afterEach(async () => expect(await world.faults()).toEqual({ sum: 0, accounts: 0 }));
afterAll(() => world?.billing.close());

describe('a refund that waits for its provider', () => {
  it('is logged once when this deployment has no connection to its provider, however often it is resumed', async () => {
    const paid = await world.paid('stripe');
    world.stripe.fault = 'away';
    await expect(world.refund(paid)).rejects.toMatchObject({ kind: 'unavailable' });
    world.billing.clock.pass(60_000);
    world.connect(false);
    const resume = world.billing.of(ResumeRefunds);
    const logged = jest.spyOn(resume['logger'], 'error');
    try {
      await resume.execute();
      await resume.execute();
      expect(logged).toHaveBeenCalledTimes(1);
    } finally {
      logged.mockRestore();
      world.connect();
    }
    world.stripe.fault = 'none';
    await resume.execute();
    expect(await world.givenBack(paid.id)).toBe(8_400);
  });

  it('is logged when its provider becomes unavailable and when it answers again, and by no run in between', async () => {
    const paid = await world.paid('stripe');
    const resume = world.billing.of(ResumeRefunds);
    const [away, back, failed] = (['warn', 'info', 'error'] as const).map((level) =>
      jest.spyOn(resume['logger'], level),
    );
    const logged = () => [away, back, failed].map(({ mock }) => mock.calls.length);
    const run = async (fault: 'none' | 'away', times: number) => {
      world.stripe.fault = fault;
      for (let time = 0; time < times; time++) await resume.execute();
      return logged();
    };
    try {
      world.stripe.fault = 'away';
      await expect(world.refund(paid, 100)).rejects.toMatchObject({ kind: 'unavailable' });
      world.billing.clock.pass(60_000);
      [away, back, failed].forEach((spy) => spy.mockClear());
      expect(await run('away', 3)).toEqual([1, 0, 0]);
      expect(await run('none', 3)).toEqual([1, 1, 0]);
      world.stripe.fault = 'away';
      await expect(world.refund(paid)).rejects.toMatchObject({ kind: 'unavailable' });
      world.billing.clock.pass(60_000);
      expect(await run('away', 3)).toEqual([2, 1, 0]);
      expect(await run('none', 3)).toEqual([2, 2, 0]);
    } finally {
      [away, back, failed].forEach((spy) => spy.mockRestore());
    }
    expect(await world.givenBack(paid.id)).toBe(8_400);
  });
});
