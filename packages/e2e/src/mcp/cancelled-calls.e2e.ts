import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import { SummaryEngine, type SummaryInput, type SummaryOutput } from '@precis/summarisation/engines/summary-engine';
import { eventually } from '@precis/testing/eventually';
import { type InProcessDeployment, reservedUnits, startInProcess } from '../faults/in-process-deployment.js';
import { connect, ERAS, WAYS } from './mcp-clients.js';

jest.setTimeout(60_000);

/** The real engine, which starts only when the test lets it. */
class HeldEngine extends SummaryEngine {
  readonly name = 'extractive';
  readonly version = 'held';
  begun = 0;
  private release!: () => void;
  private gate = Promise.resolve();
  private readonly real = new ExtractiveEngine();

  hold(): void {
    this.gate = new Promise((resolve) => (this.release = resolve));
  }

  let(): void {
    this.release();
  }

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    this.begun++;
    await this.gate;
    return this.real.summarise(input, signal);
  }
}

const engine = new HeldEngine();
let deployment: InProcessDeployment;
let asked = 0;

beforeAll(async () => {
  // Long enough that a call is cancelled before it becomes a job.
  deployment = await startInProcess({ engine }, { MCP_WAIT_MS: '4000' });
}, 60_000);
beforeEach(() => engine.hold());
afterEach(() => engine.let());
afterAll(() => deployment.close());

const nothingReserved = () =>
  eventually('no unit reserved', async () => (await reservedUnits(deployment.standalone.databaseUrls.usage)) === 0);
/** No two calls share a summary. */
const video = () => ({ url: 'https://youtu.be/precisDemo1', custom_prompt: `question ${++asked}` });

describe.each(ERAS.flatMap((era) => WAYS.map((way) => [way, era] as const)))('over %s, protocol %s', (way, era) => {
  it('a call that its client cancels is given up and not charged (MCP-10)', async () => {
    const account = await deployment.newAccount();
    const client = await connect(era, way, { url: deployment.standalone.demo.url, key: account.apiKey });
    const begun = engine.begun;
    const left = new AbortController();
    const call = client.call('summarize_video', video(), { signal: left.signal });
    await eventually('the work has begun', () => engine.begun > begun);
    left.abort(new Error('the user pressed stop'));
    await expect(call).rejects.toThrow();
    await nothingReserved();
    engine.let();
    expect(await account.used()).toBe(0);
    await client.close();
  });
});

describe('a video that takes longer than a client waits', () => {
  it('continues as a job, whose summary is read by its handle and charged once (MCP-5)', async () => {
    const account = await deployment.newAccount();
    const client = await connect('2026-07-28', 'HTTP', { url: deployment.standalone.demo.url, key: account.apiKey });
    const begun = engine.begun;
    const started = (await client.call('summarize_video', video())).structuredContent!;
    expect(started).toMatchObject({ status: 'running', next_step: expect.stringContaining('get_summary') });
    // The job continues the work that the call had begun.
    expect(engine.begun).toBe(begun + 1);
    engine.let();
    const { structuredContent } = await client.call('get_summary', { handle: started.handle });
    expect(structuredContent).toMatchObject({ status: 'completed', external_content: { video_id: 'precisDemo1' } });
    expect((await client.call('get_summary', { handle: started.handle })).structuredContent).toEqual(structuredContent);
    await nothingReserved();
    expect(await account.used()).toBe(1);
    await client.close();
  });
});
