import { verifyStatement } from '@precis/statement/verify-statement';
import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, thisMonth } from '../deployment/error-answers.js';

const URL_OF_DEMO = 'https://www.youtube.com/watch?v=precisDemo1';
const BAD_MONTHS = [
  '2026-13',
  '2026-00',
  '2026-1',
  '26-01',
  '202611',
  '2026-11-01',
  'november',
  '-2026-11',
  '２０２６-11',
  '2026-11;',
  '%27 OR 1=1',
  '2026-11'.repeat(9),
];

async function* whole(text: string) {
  yield text;
}

/** Usage summary, details and clients (QUOTA-14 to QUOTA-19). */
export function usageContract(using: () => Deployment): void {
  const get = (path: string, credential: object) => using().call('GET', `/api/usage/${path}`, credential);

  describe('usage of a user with three charged calls by three clients', () => {
    let ann: Account & { key: string };
    let fromMs: number;
    beforeAll(async () => {
      ann = await registerWithKey(using());
      fromMs = Date.now();
      const summarise = (clientName: string) =>
        using().call('POST', '/api/youtube/summarize', {
          key: ann.key,
          body: { url: URL_OF_DEMO, summary_type: 'short' },
          headers: { 'x-client-name': clientName },
        });
      await summarise('cursor');
      await summarise('my-script/1.0');
      await using().call('POST', '/api/youtube/playground/summarize', {
        token: ann.token,
        body: { url: URL_OF_DEMO, summary_type: 'short' },
      });
      // Neither a failure nor info is a charged call.
      await using().call('POST', '/api/youtube/summarize', {
        key: ann.key,
        body: { url: 'https://youtu.be/precis-gone' },
      });
      await using().call('POST', '/api/youtube/info', { key: ann.key, body: { url: URL_OF_DEMO } });
    });

    it.each(['token', 'key'] as const)(
      'summary 200 with the %s: used, remaining, limit and percentage',
      async (credential) => {
        const answer = await get('summary', { [credential]: ann[credential] });
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
          success: true,
          data: { current: { used: 3, remaining: 0, limit: 3, percentage: 100 }, monthly: expect.any(Array) },
        });
      },
    );

    it('monthly is the last 12 UTC months, newest last, zeros included, and its sum for this month is used', async () => {
      const { body } = await get('summary', { token: ann.token });
      const now = new Date();
      const months = Array.from(
        { length: 12 },
        (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + index, 1)),
      );
      expect(body.data.monthly).toEqual(
        months.map((month, index) => ({
          month: month.toISOString().slice(0, 7),
          label: expect.stringMatching(/\S/),
          count: index === 11 ? 3 : 0,
        })),
      );
    });

    it.each(['details', 'details?month=', `details?month=${thisMonth()}`])(
      '%s 200: days with calls, exactly one log row per charged call',
      async (path) => {
        const { status, body } = await get(path, { token: ann.token });
        expect(status).toBe(200);
        const daily = body.daily as {
          date: string;
          count: number;
          logs: { time: string; endpoint: string; client: string; title: string | null }[];
        }[];
        // Not repeated under `data`: a busy month has thousands of rows.
        expect(body).toEqual({ success: true, month: thisMonth(), daily });
        expect(daily.reduce((sum, { count }) => sum + count, 0)).toBe(3);
        for (const { date, count, logs } of daily) {
          expect(logs).toHaveLength(count);
          expect(
            logs.every(
              ({ time }) =>
                time.startsWith(date) && Date.parse(time) >= fromMs - 1_000 && Date.parse(time) <= Date.now() + 1_000,
            ),
          ).toBe(true);
        }
        expect(daily.flatMap(({ logs }) => logs.map(({ endpoint }) => endpoint)).sort()).toEqual([
          '/api/youtube/playground/summarize',
          '/api/youtube/summarize',
          '/api/youtube/summarize',
        ]);
        const [one] = daily[0].logs;
        expect(Object.keys(one).sort()).toEqual(['client', 'endpoint', 'time', 'title']);
        expect(daily.flatMap(({ logs }) => logs.map(({ client }) => client)).sort()).toEqual([
          'cursor',
          'my-script/1.0',
          'web playground',
        ]);
        expect(daily.every(({ logs }) => logs.every(({ title }) => title !== null && title !== ''))).toBe(true);
      },
    );

    it('clients 200: buckets, counts that sum to count, percentages that sum to 100.0', async () => {
      const { status, body } = await get('clients', { token: ann.token });
      expect(status).toBe(200);
      const clients = body.clients as { key: string; name: string; count: number; percentage: number }[];
      expect(body).toEqual({ success: true, month: thisMonth(), clients, count: 3 });
      expect(clients.map(({ name }) => name.toLowerCase()).sort()).toEqual([
        'code editor',
        'my-script',
        'web playground',
      ]);
      for (const client of clients)
        expect(client).toEqual({
          key: expect.stringMatching(/\S/),
          name: expect.any(String),
          count: 1,
          percentage: expect.any(Number),
        });
      expect(Math.round(clients.reduce((sum, { percentage }) => sum + percentage, 0) * 10)).toBe(1_000);
      expect(clients.every(({ percentage }) => Math.abs(percentage - 100 / 3) < 0.11)).toBe(true);
    });

    it('the statement has a line for each of them, verifies offline as a file, and names a line that was changed', async () => {
      const { status, body } = await get('statement', { key: ann.key });
      expect(status).toBe(200);
      expect(body.statement).toMatchObject({
        month: thisMonth(),
        used: 3,
        units: 3,
        count: 3,
        lines_kept: true,
        closed: null,
      });
      expect(body.statement.complete_from).toBe(`${thisMonth()}-01T00:00:00.000Z`);
      for (const format of ['csv', 'ndjson']) {
        const { text } = await get(`statement?format=${format}`, { token: ann.token });
        expect(await verifyStatement(whole(text))).toMatchObject({ ok: true, units: 3, head: body.statement.head });
        const changed = text.replace(body.lines[1].call as string, body.lines[2].call as string);
        expect(await verifyStatement(whole(changed))).toEqual({ ok: false, fault: 'changed', line: 2 });
      }
    });

    it('details.csv has a row for each of them', async () => {
      const { status, headers, text } = await get('details.csv', { token: ann.token });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      const rows = text.trimEnd().split('\r\n');
      expect(rows[0]).toBe('time,endpoint,client,title');
      expect(rows).toHaveLength(4);
    });

    it('a month without calls is 200 and empty', async () => {
      expect((await get('details?month=2024-01', { token: ann.token })).body).toEqual({
        success: true,
        month: '2024-01',
        daily: [],
      });
      expect((await get('clients?month=2024-01', { token: ann.token })).body).toMatchObject({ clients: [], count: 0 });
    });

    it('unknown query parameters are ignored', async () => {
      expect((await get('details?page=2&month=', { token: ann.token })).status).toBe(200);
    });

    it.each(BAD_MONTHS)('400: month %s', async (month) => {
      for (const path of ['details', 'clients']) {
        const answer = await get(`${path}?month=${encodeURIComponent(month)}`, { token: ann.token });
        expectPrivateError(answer, 400);
        expect(answer.body.error).toBe(
          'Invalid parameter month: must be a month written YYYY-MM, from 2000-01 to 9999-12',
        );
      }
    });

    it('400: a month given twice', async () => {
      expectPrivateError(await get('details?month=2026-01&month=2026-02', { token: ann.token }), 400);
    });

    it('another account sees none of it', async () => {
      const bob = await registerWithKey(using());
      expect((await get('summary', { key: bob.key })).body.data.current).toEqual({
        used: 0,
        remaining: 3,
        limit: 3,
        percentage: 0,
      });
      expect((await get('details', { token: bob.token })).body.daily).toEqual([]);
    });
  });

  describe('usage without a credential', () => {
    it.each(['summary', 'details', 'clients'])('%s 401', async (path) => {
      expectPrivateError(await get(path, {}), 401);
    });
  });
}
