import { DomainError } from '@precis/runtime/domain-error';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';

const PATH = '/api/youtube/playground/summarize';
const WATCH = 'https://youtu.be/precisDemo1';

let world: GatewayWorld;
let token: string;
let refusal: DomainError | undefined;
/** The operations that usage received, except quota look-ups. */
let applied: string[];
let bodyHashes: string[];

beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach(({ name, value }) => {
        if (name !== 'peek') applied.push(name);
        if ('facts' in value && value.facts) bodyHashes.push(Buffer.from(value.facts.bodyHash).toString('hex'));
        return {};
      }),
    },
    summarisation: {
      resolve: ({ url, urlOnly }: { url: string; urlOnly?: boolean }) => ({
        invalidCode: url === WATCH ? '' : 'invalid_url',
        videoId: 'precisDemo1',
        stored: urlOnly ? undefined : storedResult(),
      }),
      summarise: ({ videoId }: { videoId: string }) => {
        if (refusal) throw refusal;
        return { result: storedResult({ videoId, transcriptSource: 'supplied' }) };
      },
    },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  [refusal, applied, bodyHashes] = [undefined, [], []];
  world.asked.length = 0;
});
afterAll(() => world.close());

const ask = (body: object, headers?: Record<string, string>) => world.call('POST', PATH, { token, body, headers });
const summarised = () =>
  world.lastAsked('summarise') as { transcript: { title: string; body: { $case: string; value: Uint8Array } } };
const textOf = (value: Uint8Array) => Buffer.from(value).toString();

describe('a transcript in the body of summarise (SUM-10)', () => {
  it('is sent to summarisation unchanged, without a look-up of the video, and is charged', async () => {
    const { status, body } = await ask({ transcript: 'WEBVTT\n\n😀 \r\n', title: 'A talk' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ transcript_source: 'supplied', video_id: '' });
    expect(summarised()).toMatchObject({ videoId: '', accountId: 'ann', transcript: { title: 'A talk' } });
    expect(textOf(summarised().transcript.body.value)).toBe('WEBVTT\n\n😀 \r\n');
    expect(world.lastAsked('resolve')).toBeUndefined();
    expect(applied).toEqual(['reserve', 'charge']);
  });

  it('may be segments with either set of field names, and may name its video, whose stored summary is not used', async () => {
    const transcript = [
      { start: 0, duration: 2.5, text: 'a', speaker: 'x' },
      { start_seconds: 3, end: null, end_seconds: 4, text: 'b' },
      { text: 'c' },
    ];
    const { body } = await ask({ url: WATCH, transcript });
    expect(body.data).toMatchObject({ video_id: 'precisDemo1' });
    expect(JSON.parse(textOf(summarised().transcript.body.value))).toEqual([
      { startSeconds: 0, durationSeconds: 2.5, text: 'a' },
      { startSeconds: 3, endSeconds: 4, text: 'b' },
      { text: 'c' },
    ]);
    expect(world.lastAsked('resolve')).toMatchObject({ url: WATCH, urlOnly: true });
    expect(applied).toEqual(['reserve', 'charge']);
  });

  it.each([[null], ['']])('counts as absent when it is %j', async (transcript) => {
    expect((await ask({ url: WATCH, transcript })).body.data.transcript_source).toBe('youtube');
    expect(applied).toEqual(['reserveAndCharge']);
    expect((await ask({ transcript })).body).toMatchObject({ status_code: 400, code: 'missing_parameter' });
  });

  it.each([
    ['transcript', 5],
    ['transcript', { text: 'x' }],
    ['transcript.1', [{ start: 0, text: 'a' }, 'b']],
    ['transcript.0', [null]],
    ['transcript.0.text', [{ start: 0 }]],
    ['transcript.1.start', [{ text: 'a' }, { start: '1', text: 'b' }]],
    ['transcript.0.duration', [{ start: 0, duration: [1], text: 'b' }]],
  ])('of wrong types is 400 with the path of the first wrong value: %s', async (place, transcript) => {
    const { body } = await ask({ transcript });
    expect(body).toMatchObject({ status_code: 400, code: 'invalid_parameter' });
    expect(body.error).toContain(`Invalid parameter ${place}:`);
    expect(applied).toEqual([]);
  });

  it('with an address that is no video, or a title of 301 characters, is 400', async () => {
    const transcript = [{ start: 0, text: 'a' }];
    expect((await ask({ url: 'https://vimeo.com/1', transcript })).body).toMatchObject({ code: 'invalid_url' });
    expect((await ask({ title: 'x'.repeat(301), transcript })).body).toMatchObject({ code: 'invalid_parameter' });
    expect(applied).toEqual([]);
  });

  it.each(['transcript_invalid', 'transcript_too_long', 'transcript_empty'] as const)(
    'that is refused as %s is 400, and its reservation is released',
    async (code) => {
      refusal = new DomainError('invalid', code, 'Not at line 3.');
      expect((await ask({ transcript: 'x' })).body).toMatchObject({ status_code: 400, code, error: 'Not at line 3.' });
      expect(applied).toEqual(['reserve', 'release']);
    },
  );

  it('is part of what an Idempotency-Key is bound to: its text, its form and its title', async () => {
    const key = { 'idempotency-key': 'k' };
    const bodies = [
      { url: WATCH },
      { url: WATCH, transcript: '[]' },
      { url: WATCH, transcript: [] },
      { url: WATCH, transcript: 'a' },
      { url: WATCH, transcript: 'a', title: 'b' },
    ];
    for (const body of [...bodies, ...bodies]) await ask(body, key);
    expect(bodyHashes.slice(5)).toEqual(bodyHashes.slice(0, 5));
    expect(new Set(bodyHashes).size).toBe(5);
  });

  it('with 99,000 wrong segments is refused, and with 24,000 valid ones is summarised', async () => {
    expect((await ask({ transcript: Array.from({ length: 99_000 }, () => 1) })).status).toBe(400);
    const segment = (_: unknown, start: number) => ({
      start,
      duration: 1,
      text: 'eight words are said in here each time',
    });
    expect((await ask({ transcript: Array.from({ length: 24_000 }, segment) })).status).toBe(200);
  });
});
