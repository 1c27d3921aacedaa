import { ExtractiveEngine } from '@precis/summarisation/engines/extractive/extractive.engine';
import { SummaryEngine, type SummaryInput, type SummaryOutput } from '@precis/summarisation/engines/summary-engine';
import { eventually } from '@precis/testing/eventually';
import { EventClient } from '../deployment/event-client.js';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.js';
import { type Account, type InProcessDeployment, reservedUnits, startInProcess } from './in-process-deployment.js';

/** The real engine, which waits while a test holds it. */
class HeldEngine extends SummaryEngine {
  readonly name = 'extractive';
  readonly version = 'held';
  gate?: Promise<void>;
  private readonly real = new ExtractiveEngine();

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    await this.gate;
    return this.real.summarise(input, signal);
  }
}

const engine = new HeldEngine();
let proxy: CuttingProxy;
let deployment: InProcessDeployment;
let account: Account;
let url: string;

beforeAll(async () => {
  deployment = await startInProcess({
    engine,
    beforeUsage: async (address) => {
      proxy = await startCuttingProxy(address, `${address}.cut`);
      return proxy.address;
    },
  });
  url = deployment.standalone.demo.url;
}, 60_000);
afterAll(async () => {
  await deployment.close();
  proxy.close();
});
beforeEach(async () => {
  account = await deployment.newAccount();
  proxy.seen.length = 0;
});

let prompts = 0;
const SHORT = { url: 'https://www.youtube.com/watch?v=precisDemo1', summary_type: 'short' };
/** A unique prompt makes the call compute, so that it reserves first; a known prompt finds the stored result. */
const fresh = () => ({ ...SHORT, custom_prompt: `point ${++prompts}` });
const open = (body: object, headers: Record<string, string> = {}, control?: AbortController) =>
  EventClient.open(`${url}/api/youtube/summarize`, body, { 'x-api-key': account.apiKey, ...headers }, control);
const names = (events: { event: string; data: { stage?: string } }[]) =>
  events.map(({ event, data }) => data.stage ?? event);
const stored = async () => {
  const body = fresh();
  expect((await account.summarise(body)).status).toBe(200);
  return body;
};

/** Everything here runs on one event loop: after two further exchanges, the server has noticed earlier closes. */
async function noticed(): Promise<void> {
  for (let exchange = 0; exchange < 2; exchange++)
    await (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).text();
}

async function expectUsed(used: number): Promise<void> {
  await noticed();
  await eventually(
    `${used} used and nothing reserved`,
    async () =>
      (await account.used()) === used && (await reservedUnits(deployment.standalone.databaseUrls.usage)) === 0,
    20_000,
  );
}

/** A stream is charged exactly if its first sentence was sent and no error followed (SUM-16). */
describe('a stream that is read to its end', () => {
  it('sends each stage, each sentence and the quota in order, and ends with the content of the plain answer', async () => {
    const body = fresh();
    const events = await (await open(body)).rest();
    const plain = (await account.summarise(body)).body.data;
    const sentences = plain.sentences.map(
      ({ start_seconds, end_seconds, text }: Record<string, unknown>, index: number) => ({
        event: 'sentence',
        data: { index, start_seconds, end_seconds, text },
      }),
    );
    expect(events).toEqual([
      { event: 'progress', data: { stage: 'reading' } },
      { event: 'progress', data: { stage: 'writing' } },
      ...sentences,
      { event: 'usage', data: { limit: 3, remaining: 2, reset: expect.any(Number) } },
      { event: 'done', data: plain },
    ]);
    expect(sentences.length).toBeGreaterThan(1);
    await expectUsed(2);
  });

  it('costs nothing when its Idempotency-Key was answered before, in any form', async () => {
    const [body, headers] = [fresh(), { 'idempotency-key': 'stream-twice' }];
    const first = await open(body, headers);
    const events = await first.rest();
    const again = await open(body, headers);
    expect([first, again].map(({ response }) => response.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(names(await again.rest())).toEqual(names(events.slice(1)));
    expect((await account.summarise(body, headers)).body.data).toEqual(events.at(-1)!.data);
    await expectUsed(1);
  });
});

describe('a stream that its client cuts', () => {
  it('before its first byte costs nothing', async () => {
    const reply = proxy.hold('reserve');
    const control = new AbortController();
    const call = open(fresh(), {}, control);
    await reply.committed;
    control.abort();
    await expect(call).rejects.toThrow('aborted');
    await noticed();
    reply.release();
    await expectUsed(0);
    expect(proxy.seen).not.toContain('charge');
  });

  it('while the summary is made costs nothing, and frees the unit before the work would end', async () => {
    let release!: () => void;
    engine.gate = new Promise((resolve) => (release = resolve));
    try {
      const client = await open(fresh());
      expect(await client.next()).toEqual({ event: 'progress', data: { stage: 'reading' } });
      client.cut();
      await expectUsed(0);
    } finally {
      release();
      engine.gate = undefined;
    }
    expect(proxy.seen).not.toContain('charge');
  });

  it.each([
    ['of a new summary', fresh, 'charge', 0],
    ['of a stored one', stored, 'reserveAndCharge', 1],
  ])('between the charge %s and its first sentence is refunded', async (_of, ask, operation, before) => {
    const body = await ask();
    const reply = proxy.hold(operation);
    const control = new AbortController();
    // The head of a begun answer may have arrived.
    const call = open(body, {}, control).catch(() => undefined);
    await reply.committed;
    expect(await account.used()).toBe(before + 1);
    control.abort();
    await call;
    await noticed();
    reply.release();
    await expectUsed(before);
    expect(proxy.seen).toContain('refund');
  });

  it('is refunded when usage does not answer the refund at first, and its key gets the summary for one charge', async () => {
    const [body, headers] = [fresh(), { 'idempotency-key': 'refund-lost' }];
    const reply = proxy.hold('charge');
    const control = new AbortController();
    const call = open(body, headers, control).catch(() => undefined);
    await reply.committed;
    control.abort();
    await call;
    await noticed();
    // Both the call and its one repeat by the gateway's client are cut; then the waiting releases ask for the refund.
    proxy.cut('refund', 2);
    reply.release();
    await eventually('both replies cut', () => proxy.seen.filter((name) => name === 'refund').length >= 2, 20_000);
    await expectUsed(0);
    expect(names(await (await open(body, headers)).rest()).at(-1)).toBe('done');
    await expectUsed(1);
  });

  it('after any event from its first sentence on is charged', async () => {
    const body = await stored();
    const events = names(await (await open(body)).rest());
    expect([events.slice(0, 3), events.slice(-2)]).toEqual([
      ['writing', 'sentence', 'sentence'],
      ['usage', 'done'],
    ]);
    for (const [index] of events.entries()) {
      account = await deployment.newAccount();
      const client = await open(body);
      for (let taken = 0; taken <= index; taken++) await client.next();
      client.cut();
      await expectUsed(1);
    }
    expect(proxy.seen).not.toContain('refund');
  });
});
