import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { Quote } from '../quotes/quote.entity.js';
import { MoneyModel, type ModelQuote } from '../testing/money-model.js';
import { PayingDatabase } from '../testing/paying-database.js';
import { creditedOnward } from './term-value.rule.js';

const RUNS = Number(process.env.MODEL_RUNS ?? (process.env.FULL ? 2_000 : 200));
const PLANS = ['basic', 'medium', 'enterprise'] as const;
const DURATIONS = ['monthly', '3months', '6months', 'yearly'] as const;
const DAY = 86_400;

const wish = {
  plan: fc.constantFrom(...PLANS),
  duration: fc.constantFrom(...DURATIONS),
  method: fc.constantFrom('stripe' as const, 'wallet' as const),
};
const which = fc.nat({ max: 50 });
/** `buy` = quoted and paid at once; `pay` = an older quote is paid, perhaps after others. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), ...wish }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('quote' as const), ...wish }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.nat({ max: 20 * DAY }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'dispute' as const, 'win' as const), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund-part' as const), which, tenths: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'deliver-again' as const), which }),
  },
);
/** Lists are short by default, and it takes several steps until payments meet. */
const STEPS = fc.array(step, { minLength: 1, maxLength: 25, size: 'max' });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let world: PayingDatabase;
beforeAll(async () => void (world = await PayingDatabase.open()));
afterAll(() => world.close());

/** One account in the database beside its model. */
class Play {
  private readonly accountId = randomUUID();
  private readonly model: MoneyModel;
  private readonly open = new Map<string, { quote: Quote; model: ModelQuote }>();
  private readonly paid: { id: string; quote: Quote }[] = [];

  constructor() {
    world.clock.moveTo('2027-12-31T00:00:00Z');
    this.model = new MoneyModel(world.now.getTime() / 1_000);
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'quote') await this.quote(step);
    else if (step.do === 'buy') await this.pay(await this.quote(step));
    else if (step.do === 'pay') await this.pay(pick([...this.open.keys()], step.which));
    else if (step.do === 'pass') this.pass(step.seconds);
    else if (step.do === 'cancel') await this.cancel();
    else if (this.paid.length > 0) await this.change(step.do, pick(this.paid, step.which)!, step);
    await this.compare();
  }

  private pass(seconds: number): void {
    world.clock.pass(seconds * 1_000);
    this.model.pass(seconds);
  }

  private async quote({ plan, duration, method }: Extract<Step, { do: 'buy' | 'quote' }>): Promise<string> {
    const quote = await world.quote(this.accountId, plan, duration, { method, extend: true });
    const rank = PLANS.indexOf(plan);
    const model =
      this.open.get(quote.id)?.model ?? this.model.quote(plan, rank, quote.months, quote.totalCents, method);
    expect([quote.creditCents, quote.dueCents, quote.prolongationSeconds]).toEqual([
      model.creditCents,
      model.dueCents,
      model.extraSeconds,
    ]);
    this.open.set(quote.id, { quote, model });
    return quote.id;
  }

  private async pay(quoteId: string | undefined): Promise<void> {
    if (quoteId === undefined) return;
    const { quote, model } = this.open.get(quoteId)!;
    this.open.delete(quoteId);
    const id = randomUUID();
    if (!this.model.pay(id, model))
      return expect(world.pay(quote, id)).rejects.toMatchObject({ code: 'quote_expired' });
    await world.pay(quote, id);
    this.paid.push({ id, quote });
  }

  private async change(what: string, { id, quote }: { id: string; quote: Quote }, step: Step): Promise<void> {
    const payment = this.model.payments.get(id)!;
    if (what === 'deliver-again') await world.pay(quote, id);
    if (what === 'refund' || what === 'dispute') {
      await world.end(id);
      this.model.end(id);
    }
    if (what === 'win') {
      await world.restore(id);
      this.model.restore(id);
    }
    if (step.do === 'refund-part') {
      const left = payment.paidCents - payment.refundedCents - creditedOnward(payment);
      const refundedCents = payment.refundedCents + Math.floor((left * step.tenths) / 10);
      await world.step((manager) => world.paidTerms.noteRefunded(manager, id, refundedCents));
      payment.refundedCents = refundedCents;
    }
  }

  private async cancel(): Promise<void> {
    const end = this.model.cancel();
    const cancelling = world.cancellation.execute(this.accountId);
    if (end === undefined) await expect(cancelling).rejects.toMatchObject({ code: 'nothing_to_cancel' });
    else expect((await cancelling).getTime() / 1_000).toBe(end);
  }

  private async compare(): Promise<void> {
    const terms = await world.allTerms(this.accountId);
    const lasting = terms.filter((term) => term.endsAt > term.startsAt);
    const spans = lasting.map((term) => `${term.plan} ${+term.startsAt / 1_000}..${+term.endsAt / 1_000}`);
    expect(spans).toEqual(this.model.timetable());
    const sold = terms.filter((term) => term.paymentId);
    const valueOf = ({ valueCents, refundedCents, creditedCents }: (typeof terms)[0]) =>
      `${valueCents} ${refundedCents} ${creditedCents}`;
    expect(Object.fromEntries(sold.map((term) => [term.paymentId, valueOf(term)]))).toEqual(
      Object.fromEntries(
        [...this.model.payments].map(([id, payment]) => [
          id,
          valueOf({ ...payment, valueCents: payment.paidCents + payment.receivedCents } as never),
        ]),
      ),
    );
    // All value that is in terms and did not go on was paid once; nothing goes on or back that was not paid.
    const worth = sold.reduce((sum, term) => sum + term.valueCents - term.creditedCents, 0);
    expect(worth).toBe([...this.model.payments.values()].reduce((sum, { paidCents }) => sum + paidCents, 0));
    for (const term of sold)
      expect(creditedOnward(term) + term.refundedCents).toBeLessThanOrEqual(term.valueCents - term.receivedCents);
    const [row] = await world.granting.database.query('SELECT cancelled_at FROM subscriptions WHERE account_id = $1', [
      this.accountId,
    ]);
    expect(Boolean(row?.cancelled_at)).toBe(this.model.cancelled);
    const announced = (await world.granting.announced(this.accountId)).at(-1);
    if (announced)
      expect(
        announced.timetable
          .filter(({ plan }) => plan !== 'free')
          .map((entry) => `${entry.plan} ${entry.fromSeconds}..${entry.toSeconds}`),
      ).toEqual(spans);
  }
}

function pick<T>(all: T[], which: number): T | undefined {
  return all[which % all.length];
}

it(`an account is after every step what the model says (PAY-15, PAY-31, PAY-32, PAY-33; ${RUNS} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const play = new Play();
      for (const each of steps) await play.take(each);
    }),
    { numRuns: RUNS, endOnFailure: false },
  );
}, 1_800_000);
