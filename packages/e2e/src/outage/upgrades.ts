import { setTimeout as pause } from 'node:timers/promises';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Distributed } from '../deployment/distributed.js';
import { expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';
import { grantPlan } from '../deployment/grant-plan.js';
import { inParallel } from '../kill-nine/load.js';

type Customer = Account & { key: string };

const FREE = 3;
const BASIC = 100;
/** Usage asks billing about one account at most every 5 s. A busy machine may need another 5 s. */
const COUNTS_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 250;
const WIDTH = 4;

/** Prepares new Free accounts that are upgraded while Kafka is down. */
export async function prepareUpgrades(precis: Distributed, count: number): Promise<Upgrades> {
  const customers: Customer[] = [];
  await inParallel(count, WIDTH, async () => void customers.push(await registerWithKey(precis)));
  return new Upgrades(precis, customers);
}

/** Upgrades of Free accounts by the operator's command, and what was wrong with them. */
export class Upgrades {
  /** Upgrades that failed or came too late. */
  readonly failures: string[] = [];

  constructor(
    private readonly precis: Distributed,
    private readonly customers: Customer[],
  ) {}

  /**
   * Upgrades the accounts evenly over the time, one by one. Returns how many milliseconds after the operator's command the new quota applied to
   * each. Never rejects.
   */
  async spreadOver(ms: number): Promise<number[]> {
    const startedMs = performance.now();
    const waitsMs: number[] = [];
    for (const [index, customer] of this.customers.entries()) {
      await pause(Math.max(0, (index * ms) / this.customers.length - (performance.now() - startedMs)));
      // The others continue: an outage of ten minutes shows more than its first failure.
      await this.upgrade(customer).then(
        (waitedMs) => waitsMs.push(Math.round(waitedMs)),
        (error: Error) => this.failures.push(`upgrade ${index}: ${error.message}`),
      );
    }
    return waitsMs;
  }

  /** Upgraded accounts with wrong books after the events have arrived. */
  async wrongQuotas(): Promise<string[]> {
    const found = await Promise.all(
      this.customers.map(async (customer) => {
        const { limit } = (await this.precis.call('GET', '/api/usage/summary', { token: customer.token })).body.data
          .current;
        return { limit, used: await usedOf(this.precis, customer) };
      }),
    );
    return found
      .filter(({ limit, used }) => limit !== BASIC || used !== FREE + 1)
      .map(({ limit, used }) => `${used} of ${limit}`);
  }

  private async upgrade(customer: Customer): Promise<number> {
    const { precis } = this;
    for (let video = 1; video <= FREE; video++) await this.expectSummary(customer, FREE - video);
    expectPublicError(await this.summarise(customer), 429, 'quota_exceeded');
    await grantPlan(precis.operator, customer.email, 'basic');
    const grantedMs = performance.now();
    const { subscription } = (await precis.call('GET', '/api/subscription/my-plan', { token: customer.token })).body;
    expect(subscription).toMatchObject({ plan: 'basic', isActive: true, videoLimit: BASIC });
    for (;;) {
      const waitedMs = performance.now() - grantedMs;
      const answer = await this.summarise(customer);
      if (answer.status === 200) {
        expectQuotaHeaders(answer, BASIC, BASIC - FREE - 1);
        return waitedMs;
      }
      expectPublicError(answer, 429, 'quota_exceeded');
      expect(waitedMs).toBeLessThan(COUNTS_WITHIN_MS);
      await pause(ASK_EVERY_MS);
    }
  }

  private async expectSummary(customer: Customer, remaining: number): Promise<void> {
    const answer = await this.summarise(customer);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expectQuotaHeaders(answer, FREE, remaining);
  }

  private summarise({ key }: Customer): Promise<Answer> {
    return this.precis.call('POST', '/api/youtube/summarize', {
      key,
      body: { url: 'https://youtu.be/precisDemo1', summary_type: 'short' },
    });
  }
}
