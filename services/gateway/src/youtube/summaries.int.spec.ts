import { DomainError } from '@precis/runtime/domain-error';
import { ID } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const subject = { videoId: 'precisDemo1', title: 'How locks work', summaryType: 'detail', durationSeconds: 61 };
const NEW = { callId: ID, atMs: 1_000, client: 'cursor', resultRef: 'ref-1', subject };
const OLD = { callId: ID, atMs: 0, client: 'curl', resultRef: 'ref-2' };
const RESULT = {
  resultRef: 'ref-1',
  videoId: 'precisDemo1',
  title: 'How locks work',
  transcriptLength: 1_000,
  summary: 'A lock lifts boats.',
  sentences: [{ startMs: 1_500, endMs: 9_000, text: 'A lock lifts boats.' }],
  summaryType: 3,
  language: 'en',
  engine: 'extractive',
  focusApplied: false,
  durationSeconds: 61,
  chapters: [{ startMs: 0, endMs: 61_000, title: 'Lifting boats', source: 'lexical' }],
  warnings: [
    { code: 'instruction_like_text', field: 'transcript', span: { startMs: 2_000, endMs: 3_000 } },
    { code: 'instruction_like_text', field: 'custom_prompt' },
  ],
  notCovered: [{ startMs: 30_000, endMs: 36_000 }],
  droppedSentences: 2,
  focusReason: 'style',
  transcriptSource: '',
};
const VERIFIED = {
  sentences: [
    { sentence: RESULT.sentences[0], reasons: [], evidence: 'so a lock lifts boats you see' },
    {
      sentence: { startMs: 2_000, endMs: 4_000, text: 'It flies.' },
      reasons: ['words_not_said', 'of_tomorrow'],
      evidence: '',
    },
  ],
  checkedAtMs: 5_000,
};
const CURSOR = 'A'.repeat(32);

let world: GatewayWorld;
let token: string;
let page: { summaries: object[]; next?: string };
/** Whether usage finds no summary to read or hide. */
let missing: boolean;

beforeAll(async () => {
  const found = (answer: object) => () => {
    if (missing) throw new DomainError('not_found', 'summary_not_found', 'There is no such summary.');
    return answer;
  };
  world = await GatewayWorld.start({
    usage: { listSummaries: () => page, findSummary: found({ summary: NEW }), hideSummary: found({}) },
    summarisation: {
      getResult: () => ({ result: RESULT }),
      verifyResult: () => VERIFIED,
      getTicks: () => ({ results: [{ resultRef: 'ref-1', startMs: [1_500, 20_000] }] }),
    },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  [page, missing] = [{ summaries: [NEW, OLD], next: CURSOR }, false];
  world.asked.length = 0;
});
afterEach(() => Object.values(world.services).forEach((service) => (service.away = false)));
afterAll(() => world.close());

const ask = (path = '', method = 'GET') => world.call(method, `/api/youtube/summaries${path}`, { token });
const asked = (method: string) => world.asked.filter((one) => one.method === method);

describe('GET /api/youtube/summaries (SUM-12)', () => {
  it('is a page of what usage lists, with the ticks of all its rows from one call, and null for rows without ticks', async () => {
    const { status, body, text } = await ask();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        summaries: [
          {
            id: ID,
            video_id: 'precisDemo1',
            title: 'How locks work',
            summary_type: 'detail',
            duration_seconds: 61,
            created_at: '1970-01-01T00:00:01.000Z',
            client: 'cursor',
            ticks: [1.5, 20],
          },
          {
            id: ID,
            video_id: null,
            title: null,
            summary_type: null,
            duration_seconds: null,
            created_at: '1970-01-01T00:00:00.000Z',
            client: 'curl',
            ticks: null,
          },
        ],
        next: CURSOR,
      },
    });
    expect(text).not.toContain('ref-');
    expect(asked('getTicks').map(({ request }) => request)).toEqual([{ resultRefs: ['ref-1', 'ref-2'] }]);
    expect(asked('apply').map(({ request }) => request)).toEqual([
      { operations: [expect.objectContaining({ operation: { $case: 'peek', value: {} } })] },
    ]);
  });

  it('asks usage for the account of the credential, with the cursor, limit and search words of the query', async () => {
    await ask(`?cursor=${CURSOR}&limit=100&q=${encodeURIComponent('50% & more')}`);
    expect(world.lastAsked('listSummaries')).toEqual({
      accountId: 'ann',
      cursor: CURSOR,
      limit: 100,
      search: '50% & more',
    });
    await ask('?cursor=&limit=&q=');
    expect(world.lastAsked('listSummaries')).toEqual({ accountId: 'ann', cursor: '', limit: 20, search: '' });
  });

  it('has no ticks while summarisation is unavailable, and requests none for an empty page', async () => {
    world.services.summarisation.away = true;
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.body.summaries.map(({ ticks }: { ticks: unknown }) => ticks)).toEqual([null, null]);
    world.services.summarisation.away = false;
    page = { summaries: [] };
    expect((await ask()).body).toEqual({ success: true, summaries: [], next: null });
    expect(asked('getTicks')).toEqual([]);
  });

  it.each(['cursor=x', `cursor=${'!'.repeat(32)}`, 'limit=0', 'limit=101', `q=${'x'.repeat(201)}`, 'q=a&q=b', 'q=%00'])(
    'is 400 without a call to usage: %s',
    async (query) => {
      expect((await ask(`?${query}`)).body).toMatchObject({ status_code: 400, code: 'invalid_parameter' });
      expect(asked('listSummaries')).toEqual([]);
    },
  );
});

describe('/api/youtube/summaries/{id}', () => {
  it('returns the earlier answer of summarise, by the reference that usage gives the account', async () => {
    const { status, body, text } = await ask(`/${ID}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          id: ID,
          created_at: '1970-01-01T00:00:01.000Z',
          video_id: 'precisDemo1',
          title: 'How locks work',
          transcript_length: 1_000,
          summary: 'A lock lifts boats.',
          summary_type: 'detail',
          sentences: [
            {
              start_seconds: 1.5,
              end_seconds: 9,
              text: 'A lock lifts boats.',
              citations: [{ start_seconds: 1.5, end_seconds: 9 }],
            },
          ],
          language: 'en',
          engine: 'extractive',
          duration_seconds: 61,
          focus_applied: false,
          focus_reason: 'style',
          chapters: [
            { start_seconds: 0, end_seconds: 61, title: 'Lifting boats', source: 'lexical', approximate: true },
          ],
          warnings: [
            { code: 'instruction_like_text', field: 'transcript', start_seconds: 2, end_seconds: 3 },
            { code: 'instruction_like_text', field: 'custom_prompt', start_seconds: null, end_seconds: null },
          ],
          not_covered: [{ start_seconds: 30, end_seconds: 36 }],
          dropped_sentences: 2,
          transcript_source: 'youtube',
        },
      },
    });
    expect(text).not.toContain('ref-1');
    expect(world.lastAsked('findSummary')).toEqual({ accountId: 'ann', callId: ID });
    expect(world.lastAsked('getResult')).toEqual({ resultRef: 'ref-1' });
  });

  it('is checked sentence by sentence, by the reference that usage gives the account, with counts of both kinds (SUM-11)', async () => {
    const { status, body, text } = await ask(`/${ID}/verify`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          id: ID,
          sentences: [
            {
              text: 'A lock lifts boats.',
              start_seconds: 1.5,
              end_seconds: 9,
              supported: true,
              reasons: [],
              evidence: 'so a lock lifts boats you see',
            },
            {
              text: 'It flies.',
              start_seconds: 2,
              end_seconds: 4,
              supported: false,
              reasons: ['words_not_said', 'words_not_said'],
              evidence: '',
            },
          ],
          supported: 1,
          unsupported: 1,
          checked_at: '1970-01-01T00:00:05.000Z',
        },
      },
    });
    expect(text).not.toContain('ref-1');
    expect(world.lastAsked('verifyResult')).toEqual({ resultRef: 'ref-1' });
    missing = true;
    world.asked.length = 0;
    for (const id of [ID, 'x'])
      expect((await ask(`/${id}/verify`)).body).toMatchObject({ status_code: 404, code: 'summary_not_found' });
    expect(asked('verifyResult')).toEqual([]);
  });

  it('is deleted for the account alone', async () => {
    expect((await ask(`/${ID}`, 'DELETE')).body).toEqual({ success: true, message: 'The summary has been deleted' });
    expect(world.lastAsked('hideSummary')).toEqual({ accountId: 'ann', callId: ID });
  });

  it.each(['GET', 'DELETE'])(
    '%s is 404 when usage knows of no such summary, and for a malformed id',
    async (method) => {
      missing = true;
      for (const id of [ID, 'x', '%00', ID.toUpperCase().replace(/^./, 'A')])
        expect((await ask(`/${id}`, method)).body).toMatchObject({ status_code: 404, code: 'summary_not_found' });
      expect(asked('getResult')).toEqual([]);
    },
  );

  it('is 503, not 404, while summarisation is unavailable: the summary may exist', async () => {
    world.services.summarisation.away = true;
    expect((await ask(`/${ID}`)).body).toMatchObject({ status_code: 503, code: 'service_unavailable' });
  });
});
