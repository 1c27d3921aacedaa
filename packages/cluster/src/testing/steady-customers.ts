import { registerWithKey } from '@precis/e2e/deployment/accounts';
import type { Answer } from '@precis/e2e/deployment/call';
import type { Deployment } from '@precis/e2e/deployment/deployment';
import { grantPlan } from '@precis/e2e/deployment/grant-plan';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const VIDEO = 'https://youtu.be/precisDemo1';
const VIDEOS = 3_000;
const PLAN_LIMIT_MS = 60_000;
/** A client that repeats a call gives up after this time. */
const PATIENCE_MS = 30_000;
const ASKS_TO_COME_AGAIN = new Set([502, 503, 504]);

/** Customers with a plan whose calls are counted, so that their charges can be compared with their results. */
export class SteadyCustomers {
  private summaries = 0;
  /** Requests that were sent again, where that was allowed. */
  repeated = 0;

  private constructor(
    private readonly precis: Deployment,
    private readonly account: { token: string; key: string },
    private readonly repeats: boolean,
  ) {}

  /** `repeats`: whether an unanswered call is sent again, with the same idempotency key. */
  static async prepare(precis: Deployment, { repeats }: { repeats: boolean }): Promise<SteadyCustomers> {
    const account = await registerWithKey(precis);
    await grantPlan(precis.operator, account.email, 'enterprise');
    const customers = new SteadyCustomers(precis, account, repeats);
    const counts = async () => (await customers.usage()).limit === VIDEOS;
    await eventually('the plan counts', counts, PLAN_LIMIT_MS);
    return customers;
  }

  /** The ten requests of a round. Only one of them is a new summary, so the month's 3,000 videos last for ten minutes at 50 requests a second. */
  kinds(): ((count: number) => Promise<Answer>)[] {
    const { token, key } = this.account;
    const read = (path: string) => () => this.send('GET', path, { token });
    const info = () => this.send('POST', '/api/youtube/info', { key, body: { url: VIDEO } });
    const reads = [read('/api/auth/me'), read('/api/usage/summary'), read('/api/subscription/my-plan')];
    return [(count) => this.summarise(count), ...reads, info, ...reads, info, info];
  }

  /** Waits until the charges match: no charged video without a result, and no result without a charge. */
  async untilChargedExactly(): Promise<void> {
    const exact = async () => (await this.usage()).used === this.summaries;
    await eventually(`${this.summaries} summaries are charged, each once`, exact, PLAN_LIMIT_MS);
  }

  private async usage(): Promise<{ used: number; limit: number }> {
    const answer = await this.precis.call('GET', '/api/usage/summary', { token: this.account.token });
    return (answer.body?.data?.current ?? {}) as { used: number; limit: number };
  }

  private async summarise(count: number): Promise<Answer> {
    const answer = await this.send('POST', '/api/youtube/summarize', {
      key: this.account.key,
      body: { url: VIDEO, summary_type: 'short', custom_prompt: `steady ${count} ${randomUUID()}` },
      headers: { 'idempotency-key': randomUUID() },
    });
    if (answer.status === 200) this.summaries++;
    return answer;
  }

  private async send(method: string, path: string, options: object): Promise<Answer> {
    const endMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.precis.call(method, path, options).catch((error: unknown) => error as Error);
      const failed = answer instanceof Error || ASKS_TO_COME_AGAIN.has(answer.status) || answer.status === 409;
      if (!failed || !this.repeats || performance.now() > endMs) {
        if (answer instanceof Error) throw answer;
        return answer;
      }
      this.repeated++;
      await pause(100 + Math.random() * 300);
    }
  }
}
