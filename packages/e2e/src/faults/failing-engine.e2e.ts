import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import { SummaryEngine, type SummaryInput, type SummaryOutput } from '@precis/summarisation/engines/summary-engine';
import { eventually } from '@precis/testing/eventually';
import { type InProcessDeployment, reservedUnits, startInProcess } from './in-process-deployment.js';

/** Three of every ten calls fail, including the first. */
const FAILING_DIGITS = [0, 3, 6];
const CALLS = process.env.FULL ? 200 : 20;
/** Whether an answer is final: a summary, or a quota that no release can give back. */
const isFinal = (answer: { status: number; body: Record<string, unknown> }, retryAfter: boolean) =>
  answer.status === 200 || (answer.status === 429 && !retryAfter);

/** Other calls use the real engine. */
class FailingEngine extends SummaryEngine {
  readonly name = 'extractive';
  readonly version = 'failing';
  failures = 0;
  private calls = 0;
  private readonly real = new ExtractiveEngine();

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    if (FAILING_DIGITS.includes(this.calls++ % 10)) {
      this.failures++;
      throw new Error('the engine failed on purpose');
    }
    return this.real.summarise(input, signal);
  }
}

let deployment: InProcessDeployment;
const engine = new FailingEngine();

beforeAll(async () => {
  deployment = await startInProcess({ engine });
}, 60_000);

afterAll(() => deployment.close());

describe('an engine that fails 30% of its calls', () => {
  it(`lets ${CALLS} repeating clients use exactly the remaining quota, and leaves nothing reserved`, async () => {
    const account = await deployment.newAccount();
    const url = deployment.standalone.demo.url;
    const askUntilFinal = async (index: number): Promise<number> => {
      for (;;) {
        const response = await fetch(`${url}/api/youtube/summarize`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': account.apiKey },
          body: JSON.stringify({
            url: 'https://www.youtube.com/watch?v=precisDemo1',
            custom_prompt: `client ${index}`,
          }),
        });
        const body = (await response.json()) as Record<string, unknown>;
        expect([200, 429, 500]).toContain(response.status);
        if (isFinal({ status: response.status, body }, response.headers.has('retry-after'))) return response.status;
      }
    };
    const statuses = await Promise.all(Array.from({ length: CALLS }, (_, index) => askUntilFinal(index)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(CALLS - 3);
    expect(await account.used()).toBe(3);
    await eventually(
      'no unit reserved',
      async () => (await reservedUnits(deployment.standalone.databaseUrls.usage)) === 0,
    );
    expect(engine.failures).toBeGreaterThan(0);
  }, 120_000);
});
