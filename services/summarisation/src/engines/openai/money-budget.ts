import type { Clock } from '@precis/runtime/clock';
import type { TokenUse } from './model-client.js';
import { ModelFailed } from './model-failed.js';
import type { ModelSpendRepository } from './model-spend.repository.js';

/** How long this copy treats the day's money as spent without asking again. */
const SPENT_MS = 60_000;

/** Cents per million tokens, and cents per UTC day of the whole deployment. */
export interface ModelPrices {
  inputCents: number;
  outputCents: number;
  centsPerDay: number;
}

/**
 * Limits what the model may cost a day. The highest price of a call is reserved before it, and the rest is given back after it, so that all copies
 * together never exceed the limit. A copy that is killed during a call leaves it counted in full. The unit is a millionth of a cent, because prices
 * are cents per million tokens.
 */
export class MoneyBudget {
  private spentUntilMs = 0;

  constructor(
    private readonly prices: ModelPrices,
    private readonly spend: ModelSpendRepository,
    private readonly clock: Clock,
  ) {}

  /** True for SPENT_MS after the limit was reached: other calls give back what they have not used, so a smaller one may fit later. */
  get isSpent(): boolean {
    return this.clock.now().getTime() < this.spentUntilMs;
  }

  costMicroCents({ input, output }: TokenUse): number {
    return Math.ceil(input * this.prices.inputCents + output * this.prices.outputCents);
  }

  /** Reserves the price of `most`. Returns a function that gives back all but the price of the tokens used. Throws `money_spent`. */
  async take(most: TokenUse): Promise<(used: TokenUse) => Promise<void>> {
    const now = this.clock.now();
    const taken = this.costMicroCents(most);
    if (taken === 0) return () => Promise.resolve();
    const limit = Math.floor(this.prices.centsPerDay * 1_000_000);
    if (this.isSpent || !(await this.spend.take(now, taken, limit))) {
      // A call that exceeds the limit of any day says nothing about the money left today, unless the limit is 0.
      if (!this.isSpent && (taken <= limit || limit === 0))
        this.spentUntilMs = Math.min(now.getTime() + SPENT_MS, new Date(now).setUTCHours(24, 0, 0, 0));
      throw new ModelFailed('money_spent');
    }
    return (used) => this.spend.correct(now, this.costMicroCents(used) - taken);
  }
}
