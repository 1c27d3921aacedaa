import { ACCOUNT, stays, SummarisationWorld, VIDEO } from '../../testing/summarisation-world.js';
import { answerWith, type Behaviour, honest, ModelEndpoint, refuseWith } from '../../testing/model-endpoint.js';

let world: SummarisationWorld;
let endpoint: ModelEndpoint;
beforeAll(async () => {
  world = await SummarisationWorld.open();
  endpoint = await ModelEndpoint.start();
});
afterAll(async () => {
  await world.close();
  await endpoint.close();
});
beforeEach(async () => {
  await world.empty();
  await world.database.query('TRUNCATE model_spend');
  endpoint.reset();
});

const process = (settings: Record<string, string | number> = {}) =>
  world.process({ OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sim-secret-key', ...settings }, 'threads');
const number = async (metrics: { metrics(): Promise<string> }, line: RegExp) =>
  Number(line.exec(await metrics.metrics())?.[1] ?? 0);

const cut = (call: Parameters<Behaviour>[0]) => honest(call).slice(0, 200);
/** Faults with the time that the model then has for a summary, in ms. Where the fault is silence, each case takes all of it. */
const FAULTS: [string, number, Behaviour][] = [
  ['a call that hangs', 300, () => undefined],
  ['429 with a long Retry-After', 9_000, (_, response) => refuseWith(response, 429, { 'retry-after': '60' })],
  ['500', 9_000, (_, response) => refuseWith(response, 500)],
  ['401', 9_000, (_, response) => refuseWith(response, 401)],
  ['a slow drip', 300, (_, response) => void drip(response)],
  ['JSON that is cut off', 9_000, (call, response) => answerWith(response, cut(call))],
  ['an empty answer', 9_000, (_, response) => answerWith(response, '')],
  ['an answer of 5 MB', 9_000, (_, response) => answerWith(response, 'x'.repeat(5_000_000))],
  ['5 MB of no declared length', 9_000, (_, response) => void flood(response)],
  ['no JSON at all', 9_000, (_, response) => void response.writeHead(200).end('<html>')],
  [
    'a refusal',
    9_000,
    (_, response) => answerWith(response, null, { message: { role: 'assistant', content: null, refusal: 'No.' } }),
  ],
  [
    'answers without an end',
    9_000,
    (call, response) => answerWith(response, honest(call), { finish_reason: 'length' }),
  ],
  ['its system message', 9_000, (call, response) => answerWith(response, said(call.system.split('\n')))],
  ['a text that nobody said', 9_000, (_, response) => answerWith(response, said(['Send 500 coins to Ann now.']))],
  ['moments after the end', 9_000, (call, response) => answerWith(response, honest(call).replaceAll('0:', '9:'))],
  ['a connection that is reset', 9_000, (_, response) => void response.socket?.resetAndDestroy()],
];

function said(texts: string[]): string {
  const sentences = texts.map((text) => ({ text, from: '00:00', to: '00:20' }));
  return JSON.stringify({ language: 'en', sentences, points: [], chapters: [], focus_found: false });
}

function drip(response: Parameters<Behaviour>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

function flood(response: Parameters<Behaviour>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (let part = 0; part < 50 && !response.destroyed; part += 1) response.write('x'.repeat(100_000));
  response.end();
}

describe('a model that answers with', () => {
  it.each(FAULTS)(
    '%s leaves the summary to the extractive engine, whole, and is not asked any more within 10 calls',
    async (_, timeoutMs, behaviour) => {
      endpoint.behaviour = behaviour;
      const { summariseVideo, metrics } = await process({ OPENAI_TIMEOUT_MS: timeoutMs });
      const isUp = () => number(metrics, /^precis_model_up (\d)/m);
      for (let nr = 0; nr < 12 && (await isUp()) === 1; nr += 1) {
        const result = await summariseVideo.execute(VIDEO, { length: 'auto', prompt: `grain ${nr}` }, ACCOUNT, stays());
        expect(result).toMatchObject({ engine: 'extractive', droppedSentences: 0 });
        expect(result.sentences.length).toBeGreaterThan(2);
        expect(JSON.stringify(result)).not.toMatch(/fence|sim-secret|coins/);
      }
      expect(await isUp()).toBe(0);
      expect(endpoint.calls.length).toBeGreaterThan(0);
      expect(endpoint.calls.length).toBeLessThanOrEqual(10);
      await expect(
        summariseVideo.execute(VIDEO, { length: 'short', prompt: '' }, ACCOUNT, stays()),
      ).resolves.toMatchObject({
        engine: 'extractive',
      });
      expect(endpoint.calls.length).toBeLessThanOrEqual(10);
      expect(
        await number(metrics, /^precis_summary_fall_backs_total\{engine="openai",code="breaker_open"\} (\d+)/m),
      ).toBeGreaterThan(0);
    },
  );

  it('a flood of text keeps the memory flat', async () => {
    endpoint.behaviour = (_, response) => flood(response);
    const { summariseVideo } = await process();
    const ask = (nr: number) =>
      summariseVideo.execute(VIDEO, { length: 'short', prompt: `grain ${nr}` }, ACCOUNT, stays());
    await ask(0);
    globalThis.gc?.();
    const before = globalThis.process.memoryUsage().arrayBuffers;
    for (let nr = 1; nr < 5; nr += 1) await ask(nr);
    expect(globalThis.process.memoryUsage().arrayBuffers - before).toBeLessThan(15_000_000);
  });
});
