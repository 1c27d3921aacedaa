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
 * What the model may cost a day. A call's highest price is taken before it and the rest given back after it, so that copies together never
 * pass the limit; a copy that is killed meanwhile leaves its call counted in full. A millionth of a cent is the unit: tokens times the price of a million.
 */
export class MoneyBudget {
  private spentUntilMs = 0;

  constructor(
    private readonly prices: ModelPrices,
    private readonly spend: ModelSpendRepository,
    private readonly clock: Clock,
  ) {}

  /** For a while: other calls give back what they have not used, and a smaller one may fit. */
  get isSpent(): boolean {
    return this.clock.now().getTime() < this.spentUntilMs;
  }

  costMicroCents({ input, output }: TokenUse): number {
    return Math.ceil(input * this.prices.inputCents + output * this.prices.outputCents);
  }

  /** Takes the price of so many tokens; answers what gives back all but the price of those used. Throws `money_spent`. */
  async take(most: TokenUse): Promise<(used: TokenUse) => Promise<void>> {
    const now = this.clock.now();
    const taken = this.costMicroCents(most);
    if (taken === 0) return () => Promise.resolve();
    const limit = Math.floor(this.prices.centsPerDay * 1_000_000);
    if (this.isSpent || !(await this.spend.take(now, taken, limit))) {
      // What no day has money for says nothing of this one, unless there is none at all.
      if (!this.isSpent && (taken <= limit || limit === 0))
        this.spentUntilMs = Math.min(now.getTime() + SPENT_MS, new Date(now).setUTCHours(24, 0, 0, 0));
      throw new ModelFailed('money_spent');
    }
    return (used) => this.spend.correct(now, this.costMicroCents(used) - taken);
  }
}
