import type { Bus } from '@precis/events/bus';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { SummaryCompleted } from '@precis/proto/events/summarisation/v1/summary';
import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { migratedDatabase } from '@precis/testing/migrated-database';
import type { FreshDatabase } from '@precis/testing/postgres';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { openDatabase } from './database.js';
import { RunningSummarisation, silent } from './testing/running-summarisation.js';

let databases: FreshDatabase[];
let bus: Bus;
let running: RunningSummarisation;

beforeAll(async () => {
  databases = [await migratedDatabase('summarisation', openDatabase), await busDatabase()];
  bus = await openEmbeddedBus({ url: databases[1].url, logger: silent });
  running = await RunningSummarisation.start(databases[0].url, bus);
});
afterAll(async () => {
  await running.close();
  await bus.close();
  await Promise.all(databases.map((database) => database.drop()));
});

const WORK_DEADLINE_MS = 58_000;
const gateway = () => running.as('gateway');
const demo = 'https://youtu.be/precisDemo1';
const parameters = (customPrompt = '') => ({ summaryType: SummaryType.SUMMARY_TYPE_SHORT, customPrompt, language: '' });

const CALLS = {
  resolve: { url: demo, parameters: parameters() },
  summarise: { videoId: 'precisDemo1', parameters: parameters(), accountId: '' },
  getInfo: { url: demo, accountId: '' },
  getResult: { resultRef: '' },
  getTicks: { resultRefs: [] },
  verifyResult: { resultRef: '' },
  listDemoVideos: {},
  getSourceState: {},
};

describe('summarisation over gRPC', () => {
  it.each(
    Object.keys(CALLS).flatMap((rpc) =>
      ['billing', 'usage', 'nobody'].map((caller) => ({ rpc: rpc as keyof typeof CALLS, caller })),
    ),
  )('refuses $rpc to $caller', async ({ rpc, caller }) => {
    const call = running.as(caller)[rpc] as (request: unknown) => Promise<unknown>;
    await expect(call(CALLS[rpc])).rejects.toMatchObject({
      code: caller === 'nobody' ? 'caller_unknown' : 'caller_refused',
    });
  });

  it('lets the gateway resolve, summarise, find, read and list', async () => {
    const rpc = gateway();
    const first = await rpc.resolve(CALLS.resolve);
    expect(first).toMatchObject({ videoId: 'precisDemo1', invalidCode: '', stored: undefined });
    const { result } = await rpc.summarise(CALLS.summarise);
    expect(result).toMatchObject({
      videoId: 'precisDemo1',
      summaryType: SummaryType.SUMMARY_TYPE_SHORT,
      engine: 'extractive',
    });
    await expect(rpc.resolve(CALLS.resolve)).resolves.toMatchObject({ stored: result });
    await expect(rpc.getResult({ resultRef: String(result?.resultRef) })).resolves.toEqual({ result });
    await expect(rpc.getInfo({ url: demo, accountId: '' })).resolves.toMatchObject({
      videoId: 'precisDemo1',
      tracks: [{ code: 'en', isGenerated: false }],
    });
    expect((await rpc.listDemoVideos({})).videos).toContainEqual(
      expect.objectContaining({ url: expect.any(String), outcome: 'video_private', status: 404 }),
    );
  });

  it('takes a transcript of 5 MB, and none for what is not even the id of a video (SUM-10)', async () => {
    const cues = Array.from({ length: 120_000 }, (_, at) => `0:00.0 --> 0:01.0\nThe lock lifts boat ${at}.\n\n`);
    const value = Buffer.from(`WEBVTT\n\n${cues.join('')}`).subarray(0, 4_900_000);
    const transcript = { title: '', body: { $case: 'subtitles' as const, value } };
    // The deadline that the real gateway gives: on a busy machine 5 MB take longer than the usual one.
    const ask = (videoId: string) =>
      gateway().summarise(
        { videoId, parameters: parameters(), accountId: 'a', transcript },
        { deadlineMs: WORK_DEADLINE_MS },
      );
    await expect(ask('')).rejects.toMatchObject({ kind: 'invalid', code: 'transcript_too_long' });
    await expect(ask('no-id')).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_url' });
    await expect(
      gateway().summarise({
        videoId: '',
        parameters: parameters(),
        accountId: 'a',
        transcript: { title: '', body: undefined },
      }),
    ).rejects.toMatchObject({ kind: 'invalid', code: 'transcript_invalid' });
    await expect(gateway().summarise({ videoId: '', parameters: parameters(), accountId: 'a' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'invalid_url',
    });
  });

  it('publishes what it computed, with the correlation of the request', async () => {
    const { result } = await gateway().summarise(
      { videoId: 'precisDemo2', parameters: parameters(), accountId: '' },
      { correlationId: 'request-77' },
    );
    const heard: { fact: SummaryCompleted; headers: object }[] = [];
    const listener = await bus.run('test', ['summarisation.summary.v1'], async ({ value, headers }) => {
      heard.push({ fact: SummaryCompleted.decode(value ?? new Uint8Array()), headers });
    });
    const { fact, headers } = await eventually('the event', () =>
      heard.find(({ fact: { videoId } }) => videoId === 'precisDemo2'),
    );
    expect(fact).toMatchObject({ resultRef: result?.resultRef, engine: 'extractive' });
    expect(Object.values(headers)).toContain('request-77');
    await listener.stop();
  });

  it('returns the same result_ref to the repeat when the reply was cut off', async () => {
    const gate = Promise.withResolvers<void>();
    running.engine.gate = gate.promise;
    const request = { videoId: 'precisDemo1', parameters: parameters('cut off'), accountId: '' };
    await expect(gateway().summarise(request, { deadlineMs: 300 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    gate.resolve();
    const calls = running.engine.calls;
    const stored = await eventually(
      'the stored result',
      async () => (await gateway().resolve({ url: demo, parameters: parameters('cut off') })).stored,
    );
    await expect(gateway().summarise(request)).resolves.toEqual({ result: stored });
    expect(running.engine.calls).toBe(calls);
  });

  it.each([
    ['a text that is no video', 'https://vimeo.com/1'],
    ['a host that only looks like YouTube', 'https://youtube.com.evil.example/watch?v=precisDemo1'],
  ])('calls %s invalid in Resolve and GetInfo, without an error', async (_, url) => {
    const answer = { invalidCode: 'invalid_url', videoId: '', stored: undefined, keepMs: 0 };
    await expect(gateway().resolve({ url, parameters: undefined })).resolves.toEqual(answer);
    await expect(gateway().getInfo({ url, accountId: '' })).resolves.toMatchObject({
      invalidCode: 'invalid_url',
      videoId: '',
    });
  });

  it.each([
    [
      'a prompt over 2,000 characters',
      'summarise',
      { videoId: 'precisDemo1', parameters: parameters('x'.repeat(2_001)) },
      'custom_prompt_too_long',
    ],
    [
      'a prompt over 2,000 characters',
      'resolve',
      { url: demo, parameters: parameters('x'.repeat(2_001)) },
      'custom_prompt_too_long',
    ],
    [
      'a summary type that does not exist',
      'summarise',
      { videoId: 'precisDemo1', parameters: { summaryType: 9, customPrompt: '', language: '' } },
      'summary_type_unknown',
    ],
    [
      'a path for an id',
      'summarise',
      { videoId: '../etc/pass', parameters: parameters(), accountId: '' },
      'invalid_url',
    ],
    ['an empty id', 'summarise', { videoId: '', parameters: parameters(), accountId: '' }, 'invalid_url'],
  ] as const)('refuses %s in %s', async (_, rpc, request, code) => {
    const call = gateway()[rpc] as (request: unknown) => Promise<unknown>;
    await expect(call(request)).rejects.toMatchObject({ kind: 'invalid', code });
  });

  it('tells a real video from a broken network: source_unavailable with a retry time, before its caller gives up', async () => {
    const error = await gateway()
      .summarise({ videoId: 'dQw4w9WgXcQ', parameters: parameters(), accountId: '' }, { deadlineMs: 20_000 })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      kind: 'unavailable',
      code: 'source_unavailable',
      retryAfterSeconds: expect.any(Number),
    });
  });

  it('returns INTERNAL without any detail when the engine crashes', async () => {
    running.engine.spoil = () => {
      throw new Error('secret detail');
    };
    const error = await gateway()
      .summarise({ videoId: 'precisDemo3', parameters: parameters(), accountId: '' })
      .catch((caught: unknown) => caught);
    running.engine.spoil = (output) => output;
    expect(error).not.toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 13, details: 'Internal error' });
  });

  it('treats each call without an account, as old gateways send it, as an account of its own', async () => {
    // A process can join each group of an embedded bus only once.
    const log = await busDatabase();
    const ownBus = await openEmbeddedBus({ url: log.url, logger: silent });
    const narrow = await RunningSummarisation.start(databases[0].url, ownBus, {
      LOOKUPS_BURST: '1',
      LOOKUPS_PER_MINUTE: '1',
    });
    try {
      for (const videoId of ['aaaaaaaaaa1', 'aaaaaaaaaa2']) {
        await expect(
          narrow.as('gateway').getInfo({ url: `https://youtu.be/${videoId}`, accountId: '' }),
        ).rejects.toMatchObject({ code: 'source_unavailable' });
      }
      for (const videoId of ['aaaaaaaaaa3', 'aaaaaaaaaa4']) {
        await expect(
          narrow.as('gateway').summarise({ videoId, parameters: parameters(), accountId: '' }),
        ).rejects.toMatchObject({ code: 'source_unavailable' });
      }
    } finally {
      await narrow.close();
      await ownBus.close();
      await log.drop();
    }
  }, 30_000);

  it('is ready, and counts its work', async () => {
    await expect(running.app.ready()).resolves.toBeUndefined();
    const metrics = await running.app.metrics.metrics();
    expect(metrics).toMatch(/precis_summarise_duration_seconds_count\{outcome="ok"\} [1-9]/);
    expect(metrics).toContain('precis_summarisation_queue_depth{queue="source"} 0');
  });
});
