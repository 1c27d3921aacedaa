import { registerWithKey } from '../deployment/accounts.js';
import type { MovedDeployment } from './moved-deployment.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';

/** Data with an end of retention: how far before and after it to check, and how. */
interface Kept {
  until: number;
  sideMs: number;
  isThere(): Promise<boolean>;
}

/** Data with a retention exists until its end and is gone afterwards. The clock of the running product is moved to both sides of the end. */
export function retentionScenario(using: () => MovedDeployment): void {
  describe('what is kept for a time', () => {
    it('is there just before its end and gone just behind it: half an hour around days, half a day around 12 months', async () => {
      // 30 days after the middle of a month another month has begun, so calls of that month do not count in the first.
      const today = await using().now();
      await using().moveTo(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 15)));
      const ann = await registerWithKey(using());
      const summarise = (prompt: string, headers: Record<string, string> = {}) =>
        using().call('POST', '/api/youtube/summarize', {
          key: ann.key,
          headers: { 'x-client-name': 'kept', ...headers },
          body: { url: VIDEO, custom_prompt: `${prompt} of ${ann.email}` },
        });
      const once = { 'idempotency-key': 'kept-for-30-days' };
      expect((await summarise('with a key', once)).status).toBe(200);
      expect((await summarise('without')).status).toBe(200);

      const one = async (service: string, sql: string, parameters: unknown[] = []) => {
        const found = await using().rows(service, sql, parameters);
        expect(found).toHaveLength(1);
        return found[0];
      };
      const isRow = (service: string, sql: string, parameters: unknown[]) => async () =>
        (await using().rows(service, sql, parameters)).length > 0;
      const { id } = await one('auth', 'SELECT id FROM users WHERE email = $1', [ann.email]);
      const session = await one('auth', 'SELECT id, expires_at FROM sessions WHERE user_id = $1', [id]);
      const link = await one('auth', 'SELECT id, expires_at FROM mail_requests WHERE user_id = $1', [id]);
      const device = await one('auth', 'SELECT token_hash, last_used_at FROM known_devices WHERE user_id = $1', [id]);
      const note = await one('auth', `SELECT id, at FROM activity WHERE user_id = $1 AND kind = 'key-generated'`, [id]);
      const call = await one(
        'usage',
        'SELECT call_id, reserved_at, month FROM metered_calls WHERE account_id = $1 AND idem_hash IS NOT NULL',
        [id],
      );
      const unkeyed = await one(
        'usage',
        'SELECT call_id, reserved_at, result_ref FROM metered_calls WHERE account_id = $1 AND idem_hash IS NULL',
        [id],
      );
      const result = await one('summarisation', 'SELECT delivered_on::text AS day FROM results WHERE result_ref = $1', [
        unkeyed.result_ref,
      ]);
      const mail = await one(
        'notifications',
        `SELECT event_id, decided_at FROM deliveries WHERE account_id = $1 AND kind = 'verify-email'`,
        [id],
      );

      /** As seen by the owner after a new login: sessions live for a day. */
      const seen = async (path: string) => {
        const { email, password } = ann;
        const { token } = (await using().call('POST', '/api/auth/login', { body: { email, password } })).body;
        const answer = await using().call('GET', path, { token });
        expect(answer.status).toBe(200);
        return answer;
      };
      const [year, month] = (call.month as string).split('-').map(Number);
      const yearBehind = new Date(note.at);
      yearBehind.setUTCFullYear(yearBehind.getUTCFullYear() + 1);
      const kept: Record<string, Kept> = {
        'a session: a day behind its end': {
          until: session.expires_at.getTime() + DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: isRow('auth', 'SELECT FROM sessions WHERE id = $1', [session.id]),
        },
        'what an Idempotency-Key replays: 30 days, as its owner sees it': {
          until: call.reserved_at.getTime() + 30 * DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: async () => {
            const { status, headers } = await summarise('with a key', once);
            expect(status).toBe(200);
            return headers.get('idempotency-replayed') === 'true';
          },
        },
        'the right to read a summary: 30 days, as its owner sees it': {
          until: unkeyed.reserved_at.getTime() + 30 * DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: async () =>
            (await using().call('GET', `/api/youtube/summaries/${unkeyed.call_id}`, { key: ann.key })).status === 200,
        },
        'which summary a call was, in the table': {
          until: unkeyed.reserved_at.getTime() + 30 * DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: isRow(
            'usage',
            'SELECT FROM metered_calls WHERE call_id = $1 AND num_nonnulls(result_ref, video_id, title) > 0',
            [unkeyed.call_id],
          ),
        },
        'a summary: through the 30th day behind its last delivery': {
          until: Date.parse(result.day) + 31 * DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: isRow('summarisation', 'SELECT FROM results WHERE result_ref = $1', [unkeyed.result_ref]),
        },
        'a mail request: 30 days behind the end of its link': {
          until: link.expires_at.getTime() + 30 * DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: isRow('auth', 'SELECT FROM mail_requests WHERE id = $1', [link.id]),
        },
        'the outcome of a mail: 90 days': {
          until: mail.decided_at.getTime() + 90 * DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: isRow('notifications', 'SELECT FROM deliveries WHERE event_id = $1', [mail.event_id]),
        },
        'a device that is not used: a year': {
          until: device.last_used_at.getTime() + 365 * DAY_MS,
          sideMs: HOUR_MS / 2,
          isThere: isRow('auth', 'SELECT FROM known_devices WHERE token_hash = $1', [device.token_hash]),
        },
        'activity: 12 months, as its owner sees it': {
          until: yearBehind.getTime(),
          sideMs: DAY_MS / 2,
          isThere: async () => (await seen('/api/user/activity?limit=100')).text.includes(note.id as string),
        },
        'activity: 12 months, in the table': {
          until: yearBehind.getTime(),
          sideMs: DAY_MS / 2,
          isThere: isRow('auth', 'SELECT FROM activity WHERE id = $1', [note.id]),
        },
        'usage logs: until their month is no longer one of the last 12, as their owner sees them': {
          until: Date.UTC(year + 1, month - 1),
          sideMs: DAY_MS / 2,
          isThere: async () => (await seen(`/api/usage/details?month=${call.month}`)).body.daily.length > 0,
        },
        'usage logs, in the table': {
          until: Date.UTC(year + 1, month - 1),
          sideMs: DAY_MS / 2,
          isThere: isRow('usage', 'SELECT FROM metered_calls WHERE call_id = $1', [call.call_id]),
        },
      };

      const looks = Object.entries(kept).flatMap(([what, { until, sideMs, isThere }]) => [
        { at: until - sideMs, what: `${what}, before`, isThere },
        { at: until + sideMs, what: `${what}, behind`, isThere },
      ]);
      const found: Record<string, boolean> = {};
      for (const { at, what, isThere } of looks.sort((a, b) => a.at - b.at)) {
        await using().moveTo(new Date(at));
        found[what] = await isThere();
      }
      expect(found).toEqual(Object.fromEntries(looks.map(({ what }) => [what, what.endsWith('before')])));
      // The monthly counts stay, and so does the account.
      const count = await one('usage', 'SELECT used FROM quota_months WHERE account_id = $1 AND month = $2', [
        id,
        call.month,
      ]);
      expect(count).toEqual({ used: 2 });
    }, 120_000);
  });
}
