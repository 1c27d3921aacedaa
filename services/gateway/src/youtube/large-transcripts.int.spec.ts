import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { connect } from 'node:net';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';

jest.setTimeout(60_000);

const PATH = '/api/youtube/playground/summarize';
const TEXT = `1\n00:00:01,000 --> 00:00:02,000\n${'a'.repeat(4_800_000)}`;
const REFUSED = new DomainError('invalid', 'transcript_invalid', 'The transcript cannot be read at line 1.');

/** One machine acts as many addresses, so that only the account limits it. */
const UNTHROTTLED = { THROTTLE_PLAYGROUND_PER_HOUR: 100_000, THROTTLE_PLAYGROUND_ADDRESS_PER_HOUR: 100_000 };

let world: GatewayWorld;
const closing: GatewayWorld['gateway'][] = [];
/** The account of the test; another one is `${ann}-2`. One gateway serves all tests, so each has its own budgets. */
let ann: string;
let tests = 0;
let refusal: DomainError | undefined;
/** While this is set, summarisation does not answer. */
let gate: Promise<void> | undefined;
let underWay = 0;
let most = 0;
let received: Uint8Array[];

beforeAll(async () => {
  world = await GatewayWorld.start(
    {
      usage: {
        apply: answerEach(),
      },
      summarisation: {
        summarise: async ({ transcript }: { transcript: { body: { value: Uint8Array } } }) => {
          received.push(transcript.body.value);
          most = Math.max(most, ++underWay);
          await gate;
          underWay -= 1;
          if (refusal) throw refusal;
          return { result: storedResult({ transcriptSource: 'supplied' }) };
        },
      },
    },
    { ...UNTHROTTLED, UNCHARGED_SECONDS_PER_HOUR: 0.2 },
  );
});
afterAll(async () => {
  await Promise.all(closing.map((gateway) => gateway.close()));
  await world.close();
});
const ask = async (body: object, account = ann, gateway = world.gateway) =>
  world.call('POST', PATH, { token: await world.token(account), body }, gateway);
/** The code of the refusal of a body without a declared length. */
const chunked = async (body: object) => {
  const response = await fetch(`http://127.0.0.1:${world.gateway.port}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await world.token(ann)}` },
    body: new Blob([JSON.stringify(body)]).stream(),
    duplex: 'half',
  } as RequestInit);
  return ((await response.json()) as { code: string }).code;
};
const codeOf = async (answer: ReturnType<typeof ask>) => {
  const { status, body } = await answer;
  return status === 200 ? 200 : (body.code as string);
};
/** The answer to a request that never sends a byte of its body. */
const announced = async (account: string) => {
  const token = await world.token(account);
  return new Promise<string>((resolve) => {
    const socket = connect(world.gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.includes('request_id')) resolve(answer);
      if (answer.includes('request_id')) socket.destroy();
    });
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4800000\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
  });
};

/** Sends `bytes` of a body of 4.8 MB and disconnects. */
const brokenOff = async (account: string, bytes: number) => {
  const token = await world.token(account);
  return new Promise<void>((resolve, reject) => {
    const socket = connect(world.gateway.port, '127.0.0.1');
    socket.on('error', reject).on('close', () => resolve());
    socket.on('data', () => socket.destroy());
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4800000\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(bytes, 'a'), () => socket.destroy());
  });
};

beforeEach(() => {
  ann = `ann-${++tests}`;
  [refusal, gate, received, underWay, most] = [undefined, undefined, [], 0, 0];
});
afterEach(() => jest.restoreAllMocks());

describe('a body of megabytes (LIMIT-13)', () => {
  it('arrives as it was sent, and is not parsed as a whole on the event loop', async () => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(await codeOf(ask({ transcript: TEXT, title: 'Mine' }))).toBe(200);
    expect(await codeOf(ask({ transcript: [{ start: 1, text: TEXT }] }))).toBe(200);
    expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
    const [subtitles, segments] = received.map((bytes) => Buffer.from(bytes).toString());
    expect(subtitles === TEXT).toBe(true);
    expect(JSON.parse(segments)).toEqual([{ startSeconds: 1, text: TEXT }]);
    expect(world.lastAsked('summarise')).toMatchObject({ accountId: ann });
  });

  it.each([
    ['invalid_json', '{"transcript":"'.padEnd(200_000, 'a')],
    ['invalid_json', `[${'1,'.repeat(60_000)}1]`],
    ['json_too_deep', '['.repeat(200_000)],
    ['json_too_many_values', `[${'1,'.repeat(150_000)}1]`],
    ['invalid_parameter', JSON.stringify({ transcript: 'a'.repeat(200_000), summary_type: 'longest' })],
    ['missing_parameter', JSON.stringify({ pad: 'a'.repeat(200_000) })],
  ])('is refused like a short one: %s', async (code, raw) => {
    const answer = await world.call('POST', PATH, { token: await world.token(ann), raw });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(received).toEqual([]);
  });

  it('that is not charged uses the hourly budget of its account; then only that account gets 429, before a byte is received', async () => {
    refusal = REFUSED;
    const spent = await eventually(
      'an empty budget',
      async () => {
        const answer = await ask({ transcript: TEXT });
        return answer.body.code !== 'transcript_invalid' && answer;
      },
      40_000,
    );
    expect([spent.status, spent.body]).toMatchObject([429, { code: 'uncharged_work_spent', limit: 1, remaining: 0 }]);
    expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await announced(ann)).toMatch(/^HTTP\/1\.1 429 [^]*uncharged_work_spent/);
    expect(await codeOf(ask({ transcript: 'short' }))).toBe('transcript_invalid');
    expect(await codeOf(ask({ transcript: TEXT }, `${ann}-2`))).toBe('transcript_invalid');
    expect(received.length).toBeGreaterThan(2);
    // Without a declared length, the first 100 kB decide.
    expect(await chunked({ transcript: 'short' })).toBe('transcript_invalid');
    expect(await chunked({ transcript: TEXT })).toBe('uncharged_work_spent');
    expect(await chunked({ transcript: TEXT + TEXT })).toBe('body_too_large');
  });

  it('without a valid cue at its beginning is refused before it is sent on', async () => {
    expect(await codeOf(ask({ transcript: `1\n99:99 --> x\n${'a'.repeat(4_800_000)}` }))).toBe('transcript_invalid');
    expect(received).toEqual([]);
  });

  it('that is charged uses no budget', async () => {
    for (let times = 0; times < 6; times += 1) expect(await codeOf(ask({ transcript: TEXT }))).toBe(200);
  });

  it.each([
    ['no JSON', { raw: '{'.padEnd(4_800_000, 'a') }],
    ['a wrong field', { body: { transcript: TEXT, format: 'pdf' } }],
  ])('counts also when the gateway itself refuses it: %s', async (_, sent) => {
    const token = await world.token(ann);
    const last = await eventually(
      'an empty budget',
      async () => {
        const answer = await world.call('POST', PATH, { token, ...sent });
        return answer.status !== 400 && answer;
      },
      40_000,
    );
    expect([last.status, last.body.code]).toEqual([429, 'uncharged_work_spent']);
    expect(received).toEqual([]);
  });

  it.each([
    ['a bad Idempotency-Key', { body: { transcript: TEXT }, headers: { 'idempotency-key': 'x'.repeat(300) } }],
    [
      'a job that needs none of it',
      { body: { url: 'https://youtu.be/precisDemo1', pad: TEXT }, headers: { prefer: 'respond-async' } },
    ],
  ])('counts also when no service receives it: %s', async (_, { body, headers }) => {
    const spent = await eventually(
      'an empty budget',
      async () => {
        const answer = await world.call('POST', '/api/youtube/summarize', { key: `prc_${ann}`, body, headers });
        return answer.body.code === 'uncharged_work_spent' && answer;
      },
      40_000,
    );
    expect(spent.status).toBe(429);
    expect(received).toEqual([]);
  });

  it.each([
    ['most', 4_700_000],
    ['all', 4_800_000],
  ])('counts also when its sender disconnects after %s of it', async (_, bytes) => {
    await eventually(
      'an empty budget',
      async () => {
        await brokenOff(ann, bytes);
        return (await ask({ transcript: TEXT })).body.code === 'uncharged_work_spent';
      },
      40_000,
    );
    // A complete body is charged, so only interrupted ones count against the budget.
    expect(await codeOf(ask({ transcript: TEXT }, `${ann}-2`))).toBe(200);
  });

  it('is refused by the gateway for as long as summarisation refuses its account', async () => {
    refusal = new DomainError('exhausted', 'computing_budget_spent', 'Later.', { limit: 60, retryAfterSeconds: 600 });
    expect(await codeOf(ask({ transcript: TEXT }))).toBe('computing_budget_spent');
    const answer = await announced(ann);
    expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*computing_budget_spent/);
    expect(answer).toMatch(/retry-after: (600|59\d)\r\n/i);
    expect(received).toHaveLength(1);
  });

  it('runs twice at a time per account while four wait; more get 429, and other accounts are served immediately', async () => {
    // With the usual budget: here the refused bodies would use up the small one of the others.
    const usual = await world.startGateway(UNTHROTTLED);
    closing.push(usual);
    const open = Promise.withResolvers<void>();
    gate = open.promise;
    const many = Array.from({ length: 10 }, () => codeOf(ask({ transcript: TEXT }, ann, usual)));
    await eventually('two under way', () => underWay === 2);
    const other = codeOf(ask({ transcript: TEXT }, `${ann}-2`, usual));
    await eventually('one of another account', () => underWay === 3);
    expect(await codeOf(ask({ url: 'https://youtu.be/precisDemo1' }, `${ann}-2`, usual))).not.toBe('busy');
    open.resolve();
    expect(await other).toBe(200);
    const codes = await Promise.all(many);
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(2);
    expect(codes.filter((code) => code === 'too_many_at_once').length).toBeGreaterThanOrEqual(1);
    expect([...new Set(codes)].sort()).toEqual([200, 'too_many_at_once']);
    expect(most).toBe(3);
  });
});
