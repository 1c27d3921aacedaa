import { DomainError } from '@precis/runtime/domain-error';
import { genesisText, lineText } from '@precis/statement/statement-line';
import { verifyStatement } from '@precis/statement/verify-statement';
import { createHash } from 'node:crypto';
import { paymentOf } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const ACCOUNT = '0123456789abcdef0123456789abcdef';
const MONTH = '2026-11';
const COUNT = 2_345;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The lines as usage answers them. */
const LINES = (() => {
  let prev = sha256(genesisText(ACCOUNT, MONTH));
  return Array.from({ length: COUNT }, (_, index) => {
    const line = {
      seq: index + 1,
      atMs: Date.UTC(2026, 10, 1) + index,
      callId: `call-${index}`,
      units: 1,
      kind: 'charge',
      prev,
    };
    const { callId, atMs, ...rest } = line;
    prev = sha256(lineText({ ...rest, kind: 'charge', call: callId, time: new Date(atMs).toISOString() }));
    return { ...line, hash: prev };
  });
})();
const HEAD = { month: MONTH, account: ACCOUNT, used: COUNT, count: COUNT, units: COUNT, head: LINES[COUNT - 1].hash };

let world: GatewayWorld;
let token: string;
let pages: number;
let grown: number;
let held: Promise<void> | undefined;
let refusal: DomainError | undefined;
let calls: object[];

interface Asked {
  month: string;
  after: number;
  limit: number;
  upTo: number;
}
beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      getStatement: async ({ after, limit, upTo, month }: Asked) => {
        if (refusal) throw refusal;
        pages += 1;
        await held;
        const lines = LINES.slice(after, Math.min(after + limit, upTo || COUNT));
        // One more unit is charged while each page is read.
        const count = COUNT + (after > 0 ? (grown += 1) : 0);
        return {
          ...HEAD,
          month: month || MONTH,
          count,
          completeFromMs: Date.UTC(2026, 10, 1),
          closed: undefined,
          linesKept: month !== '2025-01',
          lines: month === '2025-01' ? [] : lines,
        };
      },
      listCalls: ({ cursor }: { cursor: string }) =>
        cursor === ''
          ? { month: MONTH, calls, next: 'c'.repeat(32) }
          : { month: MONTH, calls: calls.slice(0, 1), next: '' },
    },
    billing: {
      listPayments: ({ after }: { after: string }) => ({
        payments: [
          paymentOf({
            id: after === '' ? 'p1' : 'p2',
            status: 'completed',
            plan: 'basic',
            duration: 'monthly',
            paymentMethod: 'wallet',
            totalCents: 900,
            amountCents: 850,
            creditCents: 50,
            createdAtSeconds: 1_800_000_000,
            note: '=cmd',
          }),
        ],
        next: after === '' ? 'p1' : '',
      }),
    },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  [pages, grown, held, refusal] = [0, 0, undefined, undefined];
  calls = [
    { atMs: 0, endpoint: '/api/youtube/summarize', client: '=HYPERLINK("x")', title: 'A "b", c\nd' },
    { atMs: 1, endpoint: '/api/youtube/summarize', client: '+1', title: undefined },
  ];
});
afterAll(() => world.close());

const get = (query: string, credential: object = { token }) =>
  world.call('GET', `/api/usage/statement${query}`, credential);
async function* whole(text: string) {
  yield text;
}

describe('the statement of a month (STAT-3)', () => {
  it.each(['ndjson', 'csv'])(
    'as %s has the whole month up to the line that was the last when the download began',
    async (format) => {
      const { status, headers, text } = await get(`?month=${MONTH}&format=${format}`, { key: 'prc_ann' });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(format === 'csv' ? 'text/csv' : 'application/x-ndjson');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="precis-statement-${MONTH}.${format}"`);
      expect(await verifyStatement(whole(text))).toMatchObject({ ok: true, count: COUNT, head: HEAD.head });
      expect(pages).toBe(3);
      expect(world.lastAsked('getStatement')).toMatchObject({ accountId: 'ann', after: 2_000, upTo: COUNT });
    },
  );

  it('as a file logs no warning of a leak', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    expect((await get('?format=csv')).status).toBe(200);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('as JSON is one page, with the start of the next one', async () => {
    const first = (await get('')).body;
    expect(first.statement).toEqual({
      account: ACCOUNT,
      month: MONTH,
      algorithm: 'precis-statement-v1/sha-256',
      used: COUNT,
      count: COUNT,
      units: COUNT,
      head: HEAD.head,
      complete_from: '2026-11-01T00:00:00.000Z',
      closed: null,
      lines_kept: true,
    });
    expect([first.lines.length, first.next]).toEqual([1_000, 1_000]);
    expect((await get('?after=2000&limit=1000')).body).toMatchObject({ lines: { length: 345 } });
  });

  it('is refused before it begins for a bad month, a page out of bounds, an unavailable usage service, and deleted lines', async () => {
    for (const query of ['?month=2026-13', '?after=-1', '?after=9999999999', '?limit=0', '?limit=1001', '?format=pdf'])
      expect((await get(query)).status).toBe(400);
    refusal = new DomainError('unavailable', 'service_unavailable', 'Please try again.');
    expect((await get('?format=csv')).status).toBe(503);
    refusal = undefined;
    const forgotten = await get('?month=2025-01&format=ndjson');
    expect([forgotten.status, forgotten.body.code]).toEqual([404, 'statement_forgotten']);
    expect((await get('?month=2025-01')).body).toMatchObject({
      statement: { lines_kept: false },
      lines: [],
      next: null,
    });
  });

  it.each(['ndjson', 'csv'])(
    'as %s without `month` keeps the month of its first page, also when the next one begins',
    async (format) => {
      await get(`?format=${format}`);
      expect(world.lastAsked('getStatement')).toMatchObject({ month: MONTH, after: 2_000 });
    },
  );

  it('is written one at a time per account, and a third one is refused while two are pending', async () => {
    const release = Promise.withResolvers<void>();
    held = release.promise;
    const first = get('?format=csv');
    const second = get('?format=csv');
    let third = await get('?format=csv');
    while (third.status !== 429) third = await get('?format=csv');
    expect(third.body).toMatchObject({ code: 'download_running' });
    release.resolve();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect((await get('?format=csv')).status).toBe(200);
  });
});

describe('tables (STAT-9)', () => {
  it('of calls follow RFC 4180, and no text from outside is a formula', async () => {
    const { headers, text } = await world.call('GET', `/api/usage/details.csv?month=${MONTH}`, { token });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="precis-usage-${MONTH}.csv"`);
    const row = `1970-01-01T00:00:00.000Z,/api/youtube/summarize,"'=HYPERLINK(""x"")","A ""b"", c\nd"\r\n`;
    expect(text).toBe(
      `time,endpoint,client,title\r\n${row}1970-01-01T00:00:00.001Z,/api/youtube/summarize,'+1,\r\n${row}`,
    );
  });

  it('of calls without `month` keep the month of their first page, also when the next one begins', async () => {
    await world.call('GET', '/api/usage/details.csv', { token });
    expect(world.lastAsked('listCalls')).toMatchObject({ month: MONTH, cursor: 'c'.repeat(32) });
  });

  it('of payments have all pages, with amounts in dollars', async () => {
    const { text } = await world.call('GET', '/api/payment/history.csv', { token });
    const [columns, ...rows] = text.trimEnd().split('\r\n');
    expect(columns).toBe(
      'created_at,completed_at,id,receipt_number,status,plan,duration,payment_method,total,credit,amount,refunded,starts_at,ends_at,note',
    );
    expect(rows).toEqual(
      ['p1', 'p2'].map(
        (id) => `2027-01-15T08:00:00.000Z,,${id},,completed,basic,monthly,wallet,9.00,0.50,8.50,0.00,,,'=cmd`,
      ),
    );
  });

  it('count against a limit of the account (STAT-8)', async () => {
    const few = await world.startGateway({ THROTTLE_DOWNLOAD_PER_HOUR: 1, THROTTLE_LOOPBACK_FACTOR: 1 });
    try {
      const ask = () => world.call('GET', '/api/payment/history.csv', { token }, few);
      expect((await ask()).status).toBe(200);
      expect((await ask()).body).toMatchObject({ code: 'throttled' });
    } finally {
      await few.close();
    }
  });
});
