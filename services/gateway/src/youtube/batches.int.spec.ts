import { Batch, BatchItemState, type CreateBatchRequest } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { ID } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';
import { answerEach } from '../testing/usage-answers.js';

const PATH = '/api/youtube/batches';
const VIDEO = { url: 'https://youtu.be/precisDemo1' };
const blank = { url: '', callId: '', errorCode: '', errorMessage: '' };
const BATCH: Batch = {
  batchId: ID,
  createdAtMs: Date.parse('2026-11-21T12:00:00Z'),
  finishedAtMs: 0,
  isCancelled: false,
  items: [
    { ...blank, index: 0, url: VIDEO.url, state: BatchItemState.BATCH_ITEM_STATE_COMPLETED, callId: ID },
    {
      ...blank,
      index: 1,
      state: BatchItemState.BATCH_ITEM_STATE_FAILED,
      errorCode: 'invalid_url',
      errorMessage: 'No.',
    },
    { ...blank, index: 2, state: BatchItemState.BATCH_ITEM_STATE_RUNNING },
    { ...blank, index: 3, state: BatchItemState.BATCH_ITEM_STATE_WAITING },
    { ...blank, index: 4, state: BatchItemState.BATCH_ITEM_STATE_CANCELLED },
  ],
};

let world: GatewayWorld;
let create: () => object;
let read: () => object;
let resolve: (url: string, language: string) => object;
beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach(),
      createBatch: () => create(),
      getBatch: () => read(),
      cancelBatch: () => read(),
    },
    summarisation: {
      resolve: ({ url, parameters }: { url: string; parameters: { language: string } }) =>
        resolve(url, parameters.language),
    },
  });
}, 30_000);
beforeEach(() => {
  world.asked.length = 0;
  create = () => ({ batch: BATCH, replayed: false, mismatch: false });
  read = () => ({ batch: BATCH });
  resolve = (url) => ({ invalidCode: url.includes('precis') ? '' : 'invalid_url', videoId: 'precisDemo1' });
});
afterAll(() => world.close());

const ask = (body: unknown, headers: Record<string, string> = {}) =>
  world.call('POST', PATH, { key: 'prc_ann', body: body as object, headers });
const asked = () => world.lastAsked('createBatch') as unknown as CreateBatchRequest;

describe('a batch (SUM-27)', () => {
  it('is accepted with 202, its address and the state of each item', async () => {
    const answer = await ask({ items: [VIDEO] });
    expect(answer.status).toBe(202);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ location: `${PATH}/${ID}`, 'retry-after': '5' });
    expect(answer.body).toEqual({
      success: true,
      data: {
        batch_id: ID,
        status: 'running',
        created_at: '2026-11-21T12:00:00.000Z',
        finished_at: null,
        counts: { total: 5, waiting: 1, running: 1, completed: 1, failed: 1, cancelled: 1 },
        items: [
          { index: 0, url: VIDEO.url, status: 'completed', charged: true, summary_id: ID, error: null },
          {
            index: 1,
            url: '',
            status: 'failed',
            charged: false,
            summary_id: null,
            error: { code: 'invalid_url', message: 'No.' },
          },
          { index: 2, url: '', status: 'running', charged: false, summary_id: null, error: null },
          { index: 3, url: '', status: 'waiting', charged: false, summary_id: null, error: null },
          { index: 4, url: '', status: 'cancelled', charged: false, summary_id: null, error: null },
        ],
      },
    });
  });

  it('has each item checked separately: a bad one gets an error of its own', async () => {
    resolve = (url, language) => {
      if (language === 'xx') throw new DomainError('invalid', 'language_unknown', 'No such language.');
      return { invalidCode: url.includes('precis') ? '' : 'invalid_url', videoId: 'precisDemo1' };
    };
    const items = [
      { ...VIDEO, summary_type: 'short', custom_prompt: ' water ', language: 'de', unknown: 1 },
      { url: 'https://example.org' },
      {},
      { ...VIDEO, summary_type: 'long' },
      { ...VIDEO, language: 'xx' },
      null,
      ['x'],
      { url: 7 },
      { url: `https://youtu.be/precis\0` },
    ];
    expect((await ask({ items })).status).toBe(202);
    const { items: judged, accountId } = asked();
    expect(accountId).toBe('ann');
    expect(judged[0]).toEqual({
      url: VIDEO.url,
      videoId: 'precisDemo1',
      summaryType: 'short',
      customPrompt: 'water',
      language: 'de',
      errorCode: '',
      errorMessage: '',
    });
    expect(judged.map(({ errorCode }) => errorCode)).toEqual([
      '',
      'invalid_url',
      'missing_parameter',
      'invalid_parameter',
      'language_unknown',
      'invalid_parameter',
      'invalid_parameter',
      'invalid_parameter',
      'invalid_parameter',
    ]);
    expect(judged.every(({ errorCode, errorMessage }) => (errorCode === '') === (errorMessage === ''))).toBe(true);
  });

  it.each([
    ['without items', {}, 'missing_parameter'],
    ['with none', { items: [] }, 'invalid_parameter'],
    ['with 101', { items: Array.from({ length: 101 }, () => VIDEO) }, 'invalid_parameter'],
    ['whose items are no array', { items: { 0: VIDEO } }, 'invalid_parameter'],
    ['whose items are a text', { items: 'x' }, 'invalid_parameter'],
  ])('is 400 %s', async (_, body, code) => {
    expect((await ask(body)).body).toMatchObject({ status_code: 400, code });
    expect(world.lastAsked('createBatch')).toBeUndefined();
  });

  it('of more than 100 kB is read like a short one', async () => {
    const items = Array.from({ length: 100 }, () => ({ ...VIDEO, custom_prompt: 'water '.repeat(300) }));
    expect((await ask({ items })).status).toBe(202);
    expect(asked().items).toHaveLength(100);
    expect(asked().items[99].videoId).toBe('precisDemo1');
  });

  it('is 503 as a whole while its items cannot be checked', async () => {
    resolve = () => {
      throw new DomainError('unavailable', 'unavailable', 'Away.');
    };
    expect((await ask({ items: [VIDEO] })).status).toBe(503);
    expect(world.lastAsked('createBatch')).toBeUndefined();
  });

  it('is 429 with the limit when there are too many batches (LIMIT-15)', async () => {
    create = () => {
      throw new DomainError('exhausted', 'too_many_batches', 'Wait.', { limit: 3, retryAfterSeconds: 10 });
    };
    const { body, headers } = await ask({ items: [VIDEO] });
    expect(body).toMatchObject({ status_code: 429, code: 'too_many_batches', limit: 3, remaining: 0 });
    expect(headers.get('retry-after')).toBe('10');
  });
});

describe('the Idempotency-Key of a batch (SUM-29)', () => {
  it('is passed on as a hash, with a hash of the meaning of the body', async () => {
    const key = { 'idempotency-key': 'mine' };
    const hashes: string[] = [];
    for (const items of [[VIDEO], [{ ...VIDEO, language: null, other: 1 }], [{ ...VIDEO, language: 'de' }]]) {
      await ask({ items }, key);
      hashes.push(Buffer.from(asked().bodyHash).toString('hex'));
    }
    expect([hashes[0] === hashes[1], hashes[0] === hashes[2]]).toEqual([true, false]);
    expect(Buffer.from(asked().idemHash)).toHaveLength(32);
    await ask({ items: [VIDEO] });
    expect(asked().idemHash).toHaveLength(0);
  });

  it('marks the answer to a repeat, and refuses another body with 422', async () => {
    create = () => ({ batch: BATCH, replayed: true, mismatch: false });
    const again = await ask({ items: [VIDEO] }, { 'idempotency-key': 'mine' });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    create = () => ({ batch: undefined, replayed: false, mismatch: true });
    expect((await ask({ items: [VIDEO] }, { 'idempotency-key': 'mine' })).body).toMatchObject({
      status_code: 422,
      code: 'idempotency_key_reused',
    });
    expect((await ask({ items: [VIDEO] }, { 'idempotency-key': 'ä' })).status).toBe(400);
  });
});

describe('a batch that is read or cancelled (SUM-28)', () => {
  const at = (method: string, id: string = ID) => world.call(method, `${PATH}/${id}`, { key: 'prc_ann' });

  it('belongs to its account alone, and shows its progress', async () => {
    expect((await at('GET')).body.data.status).toBe('running');
    expect(world.lastAsked('getBatch')).toEqual({ accountId: 'ann', batchId: ID });
    read = () => ({ batch: { ...BATCH, isCancelled: true } });
    expect((await at('DELETE')).body.data.status).toBe('cancelling');
    read = () => ({ batch: { ...BATCH, isCancelled: true, finishedAtMs: 1_000 } });
    expect((await at('DELETE')).body.data).toMatchObject({
      status: 'cancelled',
      finished_at: '1970-01-01T00:00:01.000Z',
    });
    read = () => ({ batch: { ...BATCH, finishedAtMs: 1_000 } });
    expect((await at('GET')).body.data.status).toBe('completed');
  });

  it('is 404 when it does not exist, and for a malformed id', async () => {
    read = () => {
      throw new DomainError('not_found', 'batch_not_found', 'There is no such batch.');
    };
    for (const method of ['GET', 'DELETE']) {
      expect((await at(method)).body).toMatchObject({ status_code: 404, code: 'batch_not_found' });
      expect((await at(method, 'x')).body).toMatchObject({ status_code: 404, code: 'batch_not_found' });
    }
  });
});
