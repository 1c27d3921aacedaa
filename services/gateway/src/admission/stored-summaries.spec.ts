import type { ResolveRequest, ResolveResponse } from '@precis/proto/summarisation/v1/summarisation';
import { Registry } from 'prom-client';
import { storedResult } from '../testing/stored-result.js';
import { StoredSummaries } from './stored-summaries.js';

const JSON_FORM = { format: 'json' as const, timestamps: true };
const PLAIN = {
  url: 'https://youtu.be/precisDemo1',
  parameters: { summaryType: 1, customPrompt: '', language: '' },
  form: JSON_FORM,
};
const MINUTE = 60_000;

let nowMs: number;
let asked: ResolveRequest[];
/** Summarisation's answer to a look-up. The test decides when it arrives. */
let answer: (request: ResolveRequest) => Promise<ResolveResponse>;
let metrics: Registry;

const stored = (keepMs: number, words = {}): ResolveResponse => ({
  invalidCode: '',
  videoId: 'precisDemo1',
  stored: storedResult(words),
  keepMs,
});
function open(megabytes = 1): StoredSummaries {
  metrics = new Registry();
  const resolves = {
    ask: (request: ResolveRequest) => {
      asked.push(request);
      return answer(request);
    },
  };
  return new StoredSummaries(resolves, { STORED_SUMMARIES_MB: megabytes }, metrics, () => nowMs);
}
const bytesHeld = async () => (await metrics.getSingleMetric('precis_stored_summaries_bytes')!.get()).values[0].value;
const textOf = ({ stored: found }: Awaited<ReturnType<StoredSummaries['find']>>) =>
  found && 'ready' in found.content ? found.content.ready.text : undefined;

beforeEach(() => {
  [nowMs, asked] = [1_000, []];
  answer = async () => stored(MINUTE);
});

describe('a stored summary at the gateway (SUM-31)', () => {
  it('is answered without a look-up until exactly the end of its time, which counts from before the first look-up', async () => {
    const summaries = open();
    answer = async () => {
      nowMs += 2_000;
      return stored(MINUTE);
    };
    const first = await summaries.find(PLAIN);
    nowMs = 1_000 + MINUTE - 1;
    expect(await summaries.find(PLAIN)).toBe(first);
    expect(asked).toHaveLength(1);
    nowMs += 1;
    answer = async () => ({ ...stored(0), stored: undefined });
    expect(await summaries.find(PLAIN)).toEqual({ invalidCode: '', videoId: 'precisDemo1' });
    expect(asked).toHaveLength(2);
    expect(await bytesHeld()).toBe(0);
  });

  it('that arrives after the end of its time, or has no time, is answered once and not kept', async () => {
    const summaries = open();
    answer = async () => {
      nowMs += 5_000;
      return stored(5_000);
    };
    for (let call = 0; call < 2; call += 1)
      expect(textOf(await summaries.find(PLAIN))).toContain('A lock lifts boats.');
    answer = async () => stored(0);
    for (let call = 0; call < 2; call += 1)
      expect(textOf(await summaries.find(PLAIN))).toContain('A lock lifts boats.');
    expect(asked).toHaveLength(4);
    expect(await bytesHeld()).toBe(0);
  });

  it('is kept only when it was made from YouTube, never from a transcript of an account, whatever its time', async () => {
    const summaries = open();
    answer = async () => stored(MINUTE, { transcriptSource: 'supplied' });
    for (let call = 0; call < 2; call += 1) await summaries.find(PLAIN);
    await summaries.validateUrl(PLAIN);
    expect(asked.map(({ urlOnly }) => urlOnly)).toEqual([false, false, true]);
    expect(await bytesHeld()).toBe(0);
  });

  it('is looked up separately for another URL, type, prompt, language or form', async () => {
    const summaries = open();
    const others = [
      PLAIN,
      { ...PLAIN, url: 'https://youtu.be/precisDemo2' },
      { ...PLAIN, parameters: { ...PLAIN.parameters, summaryType: 2 } },
      { ...PLAIN, parameters: { ...PLAIN.parameters, customPrompt: 'locks' } },
      { ...PLAIN, parameters: { ...PLAIN.parameters, customPrompt: 'boats' } },
      { ...PLAIN, parameters: { ...PLAIN.parameters, language: 'de' } },
      { ...PLAIN, parameters: { ...PLAIN.parameters, language: 'locks' } },
      { ...PLAIN, form: { ...JSON_FORM, timestamps: false } },
      { ...PLAIN, form: { ...JSON_FORM, format: 'md' as const } },
      { ...PLAIN, form: { ...JSON_FORM, format: 'srt' as const } },
    ];
    answer = async (request) => stored(MINUTE, { title: JSON.stringify(request) });
    const texts = [];
    for (const other of others) texts.push(textOf(await summaries.find(other)));
    expect(new Set(texts).size).toBe(others.length);
    expect(asked).toHaveLength(others.length);
    for (const [at, other] of others.entries()) expect(textOf(await summaries.find(other))).toBe(texts[at]);
    expect(asked).toHaveLength(others.length);
  });

  it('is looked up once for simultaneous calls, and again for each later call when nothing is stored', async () => {
    const summaries = open();
    const gate = Promise.withResolvers<ResolveResponse>();
    answer = () => gate.promise;
    const all = Array.from({ length: 64 }, () => summaries.find(PLAIN));
    gate.resolve({ ...stored(0), stored: undefined });
    expect(new Set((await Promise.all(all)).map(({ videoId }) => videoId))).toEqual(new Set(['precisDemo1']));
    expect(asked).toHaveLength(1);
    await summaries.find(PLAIN);
    expect(asked).toHaveLength(2);
  });

  it('is looked up once more for all calls that waited for a failed look-up of another call', async () => {
    const summaries = open();
    const gate = Promise.withResolvers<ResolveResponse>();
    answer = () => gate.promise;
    const first = summaries.find(PLAIN);
    const waiting = Array.from({ length: 5 }, () => summaries.find(PLAIN));
    answer = async () => stored(MINUTE);
    gate.reject(new Error('its time is over'));
    await expect(first).rejects.toThrow('its time is over');
    for (const found of await Promise.all(waiting)) expect(textOf(found)).toContain('A lock lifts boats.');
    expect(asked).toHaveLength(2);
    answer = () => Promise.reject(new Error('away'));
    nowMs += MINUTE;
    for (const end of await Promise.allSettled(Array.from({ length: 5 }, () => summaries.find(PLAIN))))
      expect(end.status).toBe('rejected');
    expect(asked).toHaveLength(4);
  });
});

describe('the memory for stored summaries', () => {
  const video = (nr: number) => ({ ...PLAIN, url: `https://youtu.be/video${nr}` });
  const lookUps = (nr: number) => asked.filter(({ url }) => url === video(nr).url).length;

  it('never holds more bytes than its setting, and drops the least recently used summaries first', async () => {
    const summaries = open(0.1);
    answer = async () => stored(10 * MINUTE, { summary: 'word '.repeat(2_000) });
    for (let nr = 0; nr < 200; nr += 1) {
      nowMs += 1_000;
      await summaries.find(video(nr));
      await summaries.find(video(0));
      expect(await bytesHeld()).toBeLessThanOrEqual(100_000);
    }
    expect(await bytesHeld()).toBeGreaterThan(60_000);
    expect(lookUps(0)).toBe(1);
    await summaries.find(video(199));
    expect(lookUps(199)).toBe(1);
    await summaries.find(video(1));
    expect(lookUps(1)).toBe(2);
  });

  it('keeps no summary that is larger than the whole memory, and none when its size is 0', async () => {
    for (const [megabytes, words] of [
      [0.001, {}],
      [0, {}],
      [0.1, { summary: 'x'.repeat(50_000) }],
    ] as const) {
      const summaries = open(megabytes);
      answer = async () => stored(MINUTE, words);
      for (let call = 0; call < 2; call += 1) expect(textOf(await summaries.find(PLAIN))).toBeDefined();
      expect(await bytesHeld()).toBe(0);
    }
    expect(asked).toHaveLength(6);
  });

  it('drops a summary that nobody requests at most a minute after the end of its time', async () => {
    const summaries = open();
    for (let nr = 0; nr < 20; nr += 1) await summaries.find(video(nr));
    const full = await bytesHeld();
    nowMs += MINUTE;
    await summaries.find(video(100));
    expect(await bytesHeld()).toBeLessThan(full / 10);
  });
});
