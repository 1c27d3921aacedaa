import { type ApplyRequest, OutcomeKind, type RequestRecord } from '@precis/proto/usage/v1/usage';
import type { ResolveRequest } from '@precis/proto/summarisation/v1/summarisation';
import { eventually } from '@precis/testing/eventually';
import type { GatewayApp } from '../create-app.js';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';

const URL_OF_VIDEO = 'https://youtu.be/precisDemo1';
const SUPPLIED = { transcript: [{ startSeconds: 0, text: 'My own words.' }] };

let world: GatewayWorld;
/** A gateway without a cache: its answers are the reference for the one with a cache. */
let plain: GatewayApp;
/** The outcome kind that usage returns next. */
let kind: OutcomeKind;
let remaining: number;
let keepMs: number;
let away: boolean;
/** Summarisation answers no look-up before this resolves. */
let opened: Promise<void>;

beforeAll(async () => {
  const resolve = async ({ parameters, urlOnly }: ResolveRequest) => {
    if (away) throw new Error('summarisation is away');
    await opened;
    const stored = urlOnly ? undefined : storedResult({ language: parameters!.language || 'en', resultRef: 'ref-1' });
    return { invalidCode: '', videoId: 'precisDemo1', stored, keepMs };
  };
  world = await GatewayWorld.start({
    auth: {
      authenticateKey: ({ apiKey }: { apiKey: string }) => ({ accountId: apiKey, keyId: apiKey, validUntilMs: 0 }),
    },
    usage: {
      apply: answerEach(({ name }) => ({
        resultRef: 'ref-1',
        limit: 9,
        remaining: remaining--,
        ...(name !== 'reserve' && { kind }),
      })),
    },
    summarisation: {
      resolve,
      getResult: () => ({ result: storedResult() }),
      summarise: () => ({ result: storedResult({ transcriptSource: 'supplied', resultRef: 'own' }) }),
    },
  });
  plain = await world.startGateway({ STORED_SUMMARIES_MB: 0 });
}, 30_000);
beforeEach(() => {
  [kind, remaining, keepMs, away, opened] = [OutcomeKind.OUTCOME_KIND_CHARGED, 9, 60_000, false, Promise.resolve()];
  world.asked.length = 0;
});
afterAll(async () => {
  await plain?.close();
  await world?.close();
});

let lastKey = 0;
const freshKey = () => `prc_${String((lastKey += 1)).padStart(46, 'k')}`;
const summarise = (key: string, more: object = {}, headers = {}, gateway = world.gateway) =>
  world.call('POST', '/api/youtube/summarize', { key, body: { url: URL_OF_VIDEO, ...more }, headers }, gateway);
const count = (method: string) => world.asked.filter((one) => one.method === method).length;
const operations = () =>
  world.asked
    .filter(({ method }) => method === 'apply')
    .flatMap(({ request }) => (request as never as ApplyRequest).operations);
/** Headers that differ from call to call. */
const OWN_HEADERS = ['date', 'x-request-id', 'ratelimit'];
const headersOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !OWN_HEADERS.includes(name)));

describe('a stored summary that the gateway keeps (SUM-31)', () => {
  it.each([{}, { timestamps: false }, { format: 'md' }, { format: 'srt' }, { language: 'de' }])(
    'of %j equals one that is looked up in every byte and header, and is charged and recorded in the same way',
    async (more) => {
      const seen = [];
      for (const gateway of [plain, world.gateway]) {
        world.asked.length = 0;
        remaining = 9;
        const key = freshKey();
        for (let call = 0; call < 3; call += 1) {
          const { status, headers, text } = await summarise(key, more, {}, gateway);
          expect(status).toBe(200);
          seen.push({ text, headers: headersOf(headers), quota: headers.get('x-ratelimit-remaining') });
        }
        await eventually('the records', () => records().length === 3);
        const own = { accountId: '', callId: '', requestId: '', recordId: '', atMs: 0, latencyMs: 0 };
        const charges = operations().map(({ operation }) => JSON.stringify(operation));
        seen.push({
          calls: new Set(operations().map(({ callId }) => callId)).size,
          charges: charges.map((text) => text.replace(/"holder":"[^"]*"/, '')),
          records: records().map((record) => ({ ...record, ...own })),
          noted: records().every(({ callId }) => operations().some((operation) => operation.callId === callId)),
        });
      }
      expect(seen.slice(4)).toEqual(seen.slice(0, 4));
      expect(seen[3]).toMatchObject({ calls: 3, noted: true });
      expect(count('resolve')).toBe(1);
    },
  );

  it('is charged for each call, and refused when the quota is used up', async () => {
    const key = freshKey();
    for (let call = 0; call < 2; call += 1) expect((await summarise(key)).status).toBe(200);
    kind = OutcomeKind.OUTCOME_KIND_EXHAUSTED;
    const refused = await summarise(key);
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } });
    expect(refused.text).not.toContain('lock');
    expect(operations().map(({ operation }) => operation!.$case)).toEqual(Array(3).fill('reserveAndCharge'));
  });

  it('is replayed by its Idempotency-Key from what was charged', async () => {
    const key = freshKey();
    await summarise(key);
    kind = OutcomeKind.OUTCOME_KIND_REPLAY;
    const { headers, body } = await summarise(key, {}, { 'idempotency-key': 'once-and-again' });
    expect(headers.get('idempotency-replayed')).toBe('true');
    expect(body.data.title).toBe('How locks work');
    expect(world.lastAsked('getResult')).toEqual({ resultRef: 'ref-1' });
  });

  it('is never used for a transcript that the account supplies with the URL of the same video', async () => {
    const key = freshKey();
    await summarise(key);
    for (let call = 0; call < 2; call += 1)
      expect((await summarise(key, SUPPLIED)).body.data.transcript_source).toBe('supplied');
    expect((await summarise(key)).body.data.transcript_source).toBe('youtube');
    expect(count('summarise')).toBe(2);
  });

  it('is sent as events like one that is looked up', async () => {
    const key = freshKey();
    const events = async (gateway: GatewayApp) =>
      (await summarise(key, {}, { accept: 'text/event-stream' }, gateway)).text;
    await summarise(key);
    const sent = await events(world.gateway);
    remaining += 1;
    expect(sent).toBe(await events(plain));
    expect(sent).toContain('event: done');
  });

  it('is served while summarisation is unavailable until its time ends; without a time each call looks it up', async () => {
    const key = freshKey();
    keepMs = 0;
    const video = { url: 'https://youtu.be/precisDemo2' };
    for (let call = 0; call < 2; call += 1) expect((await summarise(key, video)).status).toBe(200);
    expect(count('resolve')).toBe(2);
    keepMs = 60_000;
    await summarise(key, video);
    away = true;
    expect((await summarise(key, video)).status).toBe(200);
    expect((await summarise(key, { url: 'https://youtu.be/precisDemo3' })).status).toBe(500);
  });

  it('is looked up once for simultaneous calls that miss it, and each of them is charged', async () => {
    const video = { url: 'https://youtu.be/precisDemo4' };
    const shared = async () => {
      const { values } = await world.gateway.metrics.getSingleMetric('precis_stored_summary_lookups_total')!.get();
      return values.find(({ labels }) => labels.from === 'shared')!.value;
    };
    const sharedBefore = await shared();
    const gate = Promise.withResolvers<void>();
    opened = gate.promise;
    const calls = Array.from({ length: 20 }, () => summarise(freshKey(), video));
    await eventually('19 that wait for the first', async () => (await shared()) === sharedBefore + 19);
    gate.resolve();
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(operations().map(({ callId }) => callId)).size).toBe(20);
    expect(count('resolve')).toBe(1);
  });
});

function records(): RequestRecord[] {
  return world.asked
    .filter(({ method }) => method === 'recordRequests')
    .flatMap(({ request }) => (request as never as { records: RequestRecord[] }).records);
}
