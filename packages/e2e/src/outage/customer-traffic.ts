import { eventually } from '@precis/testing/eventually';
import { type Account, freshEmail, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Distributed } from '../deployment/distributed.js';
import { grantPlan } from '../deployment/grant-plan.js';
import { inParallel } from '../kill-nine/load.js';
import { KeyOwners } from './key-owners.js';

type Customer = Account & { key: string };

const VIDEO = 'https://youtu.be/precisDemo1';
/** Enough that no quota is used up: 3,000 videos each. */
const CUSTOMERS = 3;
const VIDEOS = 3_000;
const KEY_OWNERS = 4;
const PLAN_LIMIT_MS = 30_000;

/** The usual requests of customers, and their expected charges. */
export class CustomerTraffic {
  /** Addresses of the accounts that the traffic registered. */
  readonly registered: string[] = [];
  private readonly summaries = new Map<Customer, number>();

  private constructor(
    private readonly precis: Distributed,
    private readonly customers: Customer[],
    private readonly keyOwners: KeyOwners,
  ) {}

  static async prepare(precis: Distributed): Promise<CustomerTraffic> {
    const customers: Customer[] = [];
    await inParallel(CUSTOMERS, CUSTOMERS, async () => {
      const customer = await registerWithKey(precis);
      await grantPlan(precis.operator, customer.email, 'enterprise');
      const limit = async () =>
        (await precis.call('GET', '/api/usage/summary', { token: customer.token })).body.data?.current.limit as number;
      await eventually('the plan counts', async () => (await limit()) === VIDEOS, PLAN_LIMIT_MS);
      customers.push(customer);
    });
    return new CustomerTraffic(precis, customers, await KeyOwners.prepare(precis, KEY_OWNERS));
  }

  /** The requests of one second; at 20 per second, twice as many. */
  kinds(): ((count: number) => Promise<Answer>)[] {
    const { precis, keyOwners } = this;
    const customer = (count: number) => this.customers[Math.floor(count / 10) % CUSTOMERS];
    return [
      (count) => this.summarise(customer(count), { custom_prompt: `traffic ${count}` }),
      (count) => this.login(customer(count)),
      (count) => precis.call('GET', '/api/auth/me', { token: customer(count).token }),
      () => keyOwners.step(),
      (count) => precis.call('GET', '/api/subscription/my-plan', { token: customer(count).token }),
      (count) => this.summarise(customer(count), { summary_type: 'short' }),
      (count) => precis.call('POST', '/api/youtube/info', { key: customer(count).key, body: { url: VIDEO } }),
      () => keyOwners.step(),
      (count) => (count % 20 < 10 ? this.register() : precis.call('GET', '/api/info')),
      (count) => precis.call('GET', '/api/usage/summary', { token: customer(count).token }),
    ];
  }

  /** Customers with more or fewer charges than summaries. */
  async wrongCharges(): Promise<string[]> {
    const found = await Promise.all(
      [...this.summaries].map(async ([customer, given]) => ({ given, used: await usedOf(this.precis, customer) })),
    );
    return found
      .filter(({ given, used }) => used !== given)
      .map(({ given, used }) => `${used} charged for ${given} summaries`);
  }

  private async summarise(customer: Customer, body: object): Promise<Answer> {
    const answer = await this.precis.call('POST', '/api/youtube/summarize', {
      key: customer.key,
      body: { url: VIDEO, ...body },
    });
    if (answer.status === 200) this.summaries.set(customer, (this.summaries.get(customer) ?? 0) + 1);
    return answer;
  }

  private login({ email, password }: Customer): Promise<Answer> {
    return this.precis.call('POST', '/api/auth/login', { body: { email, password } });
  }

  private async register(): Promise<Answer> {
    const email = freshEmail();
    const answer = await this.precis.call('POST', '/api/auth/register', {
      body: { name: 'Olga Canary', email, password: 'pw-canary while Kafka is away' },
    });
    if (answer.status === 200) this.registered.push(email);
    return answer;
  }
}
