import { OutcomeKind } from '@precis/proto/usage/v1/usage';
import { createHash, randomUUID } from 'node:crypto';
import { ID } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';

const RESULT = storedResult();
const URL_OF_VIDEO = 'https://youtu.be/precisDemo1';

let world: GatewayWorld;
let token: string;
/** The body hashes that usage stored, oldest call first. */
let hashes: string[];
/** The outcome kind that usage returns next. */
let kind: OutcomeKind;

beforeAll(async () => {
  const summary = { callId: ID, atMs: 1_000, client: 'curl', resultRef: 'ref-1' };
  world = await GatewayWorld.start({
    auth: { authenticateKey: () => ({ accountId: 'ann', keyId: 'key-1', validUntilMs: 0 }) },
    usage: {
      findSummary: () => ({ summary }),
      apply: answerEach(({ value }) => {
        if ('facts' in value) hashes.push(Buffer.from(value.facts!.bodyHash).toString('hex'));
        return { kind, resultRef: 'ref-1' };
      }),
    },
    summarisation: {
      resolve: () => ({ invalidCode: '', videoId: 'precisDemo1', stored: RESULT }),
      getResult: () => ({ result: RESULT }),
    },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  [hashes, kind] = [[], OutcomeKind.OUTCOME_KIND_CHARGED];
});
afterAll(() => world.close());

const key = `prc_${'a'.repeat(46)}`;
const summarise = (more: object = {}) =>
  world.call('POST', '/api/youtube/summarize', { key, body: { url: URL_OF_VIDEO, ...more } });
const summariseOnce = (more: object) =>
  world.call('POST', '/api/youtube/summarize', {
    key,
    body: { url: URL_OF_VIDEO, ...more },
    headers: { 'idempotency-key': randomUUID() },
  });
const again = (query: string) => world.call('GET', `/api/youtube/summaries/${ID}${query}`, { token });

describe('the forms of a summary (SUM-22)', () => {
  it.each([
    ['md', 'text/markdown; charset=utf-8', /^# How locks work\n/],
    ['srt', 'application/x-subrip; charset=utf-8', /^1\r\n00:00:01,500 --> 00:00:05,000\r\nA lock lifts boats\.\r\n/],
  ])(
    '%s is answered as %s, with the quota as in JSON, by summarise, the playground and the stored summary',
    async (format, type, text) => {
      const playground = { token, body: { url: URL_OF_VIDEO, format } };
      const answers = [
        await summarise({ format }),
        await world.call('POST', '/api/youtube/playground/summarize', playground),
        await again(`?format=${format}`),
      ];
      for (const answer of answers) {
        expect(answer.text).toMatch(text);
        expect(answer.headers.get('content-type')).toBe(type);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.status).toBe(200);
      }
      expect(answers[0].headers.get('x-ratelimit-remaining')).toBe('2');
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    },
  );

  it('json is the default, and without moments only its text changes', async () => {
    const plain = (await summarise()).body;
    expect(plain.data.summary).toBe(RESULT.summary);
    for (const more of [{ format: 'json', timestamps: true }, { format: null, timestamps: null }, { format: '' }])
      expect((await summarise(more)).body).toEqual(plain);
    const bare = (await summarise({ timestamps: false })).body;
    expect(bare.data.summary).not.toMatch(/\[\d/);
    expect({ ...bare.data, summary: '' }).toEqual({ ...plain.data, summary: '' });
    expect((await again('?timestamps=false')).body.data.summary).toBe(bare.data.summary);
    expect((await again('?format=json&timestamps=true')).body.data.summary).toBe(plain.data.summary);
    expect((await summarise({ format: 'md', timestamps: false })).text).not.toMatch(/\d:\d\d\]/);
  });

  it.each([{ format: 'pdf' }, { format: 1 }, { timestamps: 'false' }, { language: 'german' }, { language: 7 }])(
    'refuse %j with 400 in JSON',
    async (more) => expect((await summarise(more)).body).toMatchObject({ status_code: 400, code: 'invalid_parameter' }),
  );

  it('a refusal of the quota is JSON in every form', async () => {
    kind = OutcomeKind.OUTCOME_KIND_EXHAUSTED;
    const { headers, body } = await summarise({ format: 'srt' });
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toMatchObject({ status_code: 429, code: 'quota_exceeded' });
    expect((await again('?format=pdf')).body).toMatchObject({ status_code: 400, code: 'invalid_parameter' });
  });
});

describe('the request that an Idempotency-Key is bound to (QUOTA-12)', () => {
  it('has the same hash as before the newer options when it uses none of them', async () => {
    const before = JSON.stringify(['/api/youtube/summarize', URL_OF_VIDEO, 1, '']);
    for (const more of [{}, { language: 'auto', timestamps: true, format: 'json' }, { language: null, format: '' }])
      await summariseOnce(more);
    const hash = createHash('sha256').update(before).digest('hex');
    expect(hashes).toEqual([hash, hash, hash]);
  });

  it('has no hash without a key, because nothing is ever compared with it', async () => {
    await summarise();
    expect(hashes).toEqual(['']);
  });

  it('includes each of the newer options', async () => {
    const bodies = [
      {},
      { language: 'de' },
      { language: 'fr' },
      { timestamps: false },
      { format: 'md' },
      { format: 'srt' },
    ];
    for (const more of bodies) await summariseOnce(more);
    expect(new Set(hashes).size).toBe(bodies.length);
    await summariseOnce({ language: 'DE' });
    expect(hashes.at(-1)).toBe(hashes[1]);
  });

  it('sends its language to summarisation', async () => {
    await summarise({ language: 'pt-BR' });
    expect(world.lastAsked('resolve')).toMatchObject({ parameters: { language: 'pt-BR' } });
    await summarise({ language: 'auto' });
    expect(world.lastAsked('resolve')).toMatchObject({ parameters: { language: '' } });
  });
});
