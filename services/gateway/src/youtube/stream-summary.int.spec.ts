import { Result, SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { type ApplyRequest } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { EventStream, type ServerEvent } from '../http/event-stream.js';
import { GatewayWorld } from '../testing/gateway-world.js';
import { answerEach, type AppliedOperation } from '../testing/usage-answers.js';

const SENTENCES = ['A lock lifts boats.', 'The gates hold.', 'Side ponds save water.'];
const RESULT = {
  ...Result.decode(new Uint8Array()),
  resultRef: 'ref-1',
  videoId: 'precisDemo1',
  title: 'How locks work',
  summaryType: SummaryType.SUMMARY_TYPE_AUTO,
  sentences: SENTENCES.map((text, index) => ({ startMs: index * 1_500, endMs: index * 1_500 + 500, text })),
};
const PATH = '/api/youtube/summarize';

let world: GatewayWorld;
let stored: boolean;
/** Summarise's answer. */
let work: () => object | Promise<object>;
let applied: AppliedOperation[];
/** Usage answers after this has resolved. */
let held: Promise<void>;

beforeEach(async () => {
  [stored, work, applied, held] = [false, () => ({ result: RESULT }), [], Promise.resolve()];
  world = await GatewayWorld.start({
    usage: {
      apply: async (request: ApplyRequest) => {
        const answer = answerEach((operation) => {
          if (operation.name !== 'peek') applied.push(operation);
          return { attempt: 4 };
        })(request);
        await held;
        return answer;
      },
    },
    summarisation: {
      resolve: () => ({ videoId: 'precisDemo1', stored: stored ? RESULT : undefined }),
      summarise: () => work(),
    },
  });
}, 30_000);
afterEach(async () => {
  jest.restoreAllMocks();
  await world.close();
});

const open = (signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${world.gateway.port}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': 'prc_ann' },
    body: JSON.stringify({ url: 'https://youtu.be/precisDemo1' }),
    signal,
  });
const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .map((block) => /^event: (\w+)\ndata: (.*)$/.exec(block))
    .flatMap((found) => (found ? [{ event: found[1], data: JSON.parse(found[2]) }] : []));
const operations = () => applied.map(({ name }) => name);
/** Runs `act` before the sentence event of this index is sent. */
function beforeSentence(index: number, act: () => void | Promise<void>): void {
  const { send } = EventStream.prototype;
  jest.spyOn(EventStream.prototype, 'send').mockImplementation(async function (
    this: EventStream,
    ...events: ServerEvent[]
  ) {
    if (events.some(({ event, data }) => event === 'sentence' && (data as { index: number }).index === index))
      await act();
    return send.apply(this, events);
  });
}
async function timed(status: string): Promise<number> {
  const text = await world.gateway.metrics.metrics();
  const line = new RegExp(`duration_seconds_count\\{route="${PATH}",method="POST",status="${status}"\\} (\\d+)`);
  return Number(line.exec(text)?.[1] ?? 0);
}

describe('a summary as events (SUM-16)', () => {
  it('has the headers that proxies need, reports the quota of its account, and is timed once', async () => {
    const response = await open();
    const { headers } = response;
    expect(response.status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': '9',
    });
    expect(eventsIn(await response.text()).map(({ event }) => event)).toEqual([
      'progress',
      'progress',
      ...SENTENCES.map(() => 'sentence'),
      'usage',
      'done',
    ]);
    expect(operations()).toEqual(['reserve', 'charge']);
    await eventually('the time', async () => (await timed('2xx')) === 1);
  });

  it('begins after the charge, without a stage of work, when the summary is stored', async () => {
    stored = true;
    const [first] = eventsIn(await (await open()).text());
    expect(first).toEqual({ event: 'progress', data: { stage: 'writing' } });
    expect(operations()).toEqual(['reserveAndCharge']);
  });

  it('refunds its charged attempt when an error follows the first sentence, and ends with the error', async () => {
    beforeSentence(1, () => {
      throw new Error('planted');
    });
    const events = eventsIn(await (await open()).text());
    expect(events.map(({ event }) => event)).toEqual(['progress', 'progress', 'sentence', 'error']);
    expect(events.at(-1)!.data).toEqual({
      error: 'Something went wrong on our side. Please try again.',
      status_code: 500,
      code: 'internal_error',
      request_id: expect.any(String),
      docs_url: expect.stringMatching(/#internal_error$/),
    });
    expect(operations()).toEqual(['reserve', 'charge', 'refund']);
    expect(applied.at(-1)!.value).toEqual({ attempt: 4, reason: 'the stream failed' });
    expect(await world.gateway.metrics.metrics()).toContain('errors_total{status="500",code="internal_error"} 1');
  });

  it('ends with the error of the work as its last event, and costs nothing', async () => {
    work = () => {
      throw new DomainError('not_found', 'transcript_disabled', 'This video has no captions.');
    };
    const response = await open();
    expect(response.status).toBe(200);
    expect(eventsIn(await response.text())).toEqual([
      { event: 'progress', data: { stage: 'reading' } },
      { event: 'error', data: expect.objectContaining({ status_code: 404, code: 'transcript_disabled' }) },
    ]);
    expect(operations()).toEqual(['reserve', 'release']);
  });

  it.each([
    [0, ['reserve', 'charge', 'refund']],
    [1, ['reserve', 'charge']],
    [2, ['reserve', 'charge']],
  ])('that is cut before sentence %i ends with the operations %j', async (index, expected) => {
    const control = new AbortController();
    const closed = new Promise<void>((resolve) => {
      beforeSentence(index, async () => {
        control.abort();
        await eventually('the gateway noticed', async () => (await timed('aborted')) === 1);
        resolve();
      });
    });
    await open(control.signal)
      .then((response) => response.text())
      .catch(() => undefined);
    await closed;
    // A stopped gateway has settled all its calls, so no further operation can follow.
    await world.gateway.close();
    expect(operations()).toEqual(expected);
  });

  it('counts as no server error when its client leaves before it begins, and costs nothing', async () => {
    const usage = Promise.withResolvers<void>();
    held = usage.promise;
    const control = new AbortController();
    const asked = open(control.signal).catch(() => undefined);
    await eventually('usage is asked', () => operations().includes('reserve'));
    control.abort();
    await asked;
    await eventually('the gateway noticed', async () => (await timed('aborted')) === 1);
    usage.resolve();
    await eventually('the unit is back', () => operations().includes('release'));
    expect(await world.gateway.metrics.metrics()).not.toMatch(/errors_total\{status="5/);
    expect(operations()).toEqual(['reserve', 'release']);
  });

  it('is completed, not cut, when a drain begins meanwhile', async () => {
    let finish!: () => void;
    work = () => new Promise((resolve) => (finish = () => resolve({ result: RESULT })));
    const response = await open();
    const closing = world.gateway.close();
    await eventually('the work', () => finish !== undefined);
    finish();
    expect(eventsIn(await response.text()).at(-1)!.event).toBe('done');
    await closing;
    expect(operations()).toEqual(['reserve', 'charge']);
  });
});
