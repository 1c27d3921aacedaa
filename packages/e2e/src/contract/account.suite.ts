import { type Account, generateApiKey, freshEmail, mailedLinkTo, register } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { userShape } from './answer-shapes.js';

const ID = /^[0-9a-f-]{36}$/;
const TIME = /^\d{4}-\d\d-\d\dT.*Z$/;
const WEEK_MS = 7 * 86_400_000;

/** Profile, sessions, activity, export, preferences and the end of an account (ACC-25, ACC-26, ACC-33, ACC-35, ACC-37, ACC-38, MAIL-7). */
export function accountContract(using: () => Deployment): void {
  const as = (account: { token: string }, method: string, path: string, body?: object) =>
    using().call(method, path, { token: account.token, body });
  const login = async ({ email, password }: Account, userAgent = 'e2e') =>
    (
      await using().call('POST', '/api/auth/login', {
        body: { email, password },
        headers: { 'user-agent': userAgent },
      })
    ).body.token as string;
  const isSignedIn = async (token: string) => (await using().call('GET', '/api/auth/me', { token })).status === 200;
  /** An ended session is refused within 1 s (ACC-20). */
  const isEnded = async (token: string) => {
    const deadline = Date.now() + 5_000;
    while (await isSignedIn(token)) if (Date.now() > deadline) return false;
    return true;
  };

  describe('of one account', () => {
    let ann: Account;
    beforeEach(async () => {
      ann = await register(using());
    });

    describe('PUT /api/user/profile', () => {
      it('200: saves the name at once, and answers the user, twice', async () => {
        const answer = await as(ann, 'PUT', '/api/user/profile', { name: 'Ann Canary', email: ann.email });
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
          success: true,
          user: userShape({ ...ann, name: 'Ann Canary' }),
          data: answer.body.user,
        });
        expect((await as(ann, 'GET', '/api/auth/me')).body.user).toEqual(answer.body.user);
      });

      it('200: a new address waits for its link, which needs the session of its account (403, unspent) and keeps it', async () => {
        const email = freshEmail();
        const body = { name: ann.name, email, currentPassword: ann.password };
        const asked = await as(ann, 'PUT', '/api/user/profile', body);
        expect([asked.status, asked.body.user]).toEqual([200, { ...userShape(ann), pending_email: email }]);
        const token = new URL(await mailedLinkTo(using(), email, '/verify-email')).searchParams.get('token');
        const verify = (caller?: string) =>
          using().call('POST', '/api/auth/verify-email', { body: { token }, token: caller });
        expectPrivateError(await verify(), 403);
        expectPrivateError(await verify('nonsense'), 403);
        expectPrivateError(await verify((await register(using())).token), 403);
        const answer = await verify(ann.token);
        expect([answer.status, answer.body]).toEqual([
          200,
          { success: true, token: ann.token, user: userShape({ ...ann, email }) },
        ]);
        expect(await isSignedIn(ann.token)).toBe(true);
      });

      it.each([
        ['no name', { name: '' }],
        ['no address', { email: '' }],
        ['an address that is none', { email: 'ann' }],
        ['a wrong password that nobody asked for', { email: 'new@customer.example', currentPassword: 'wrong' }],
      ])('400: %s', async (_what, change) => {
        const body = { name: ann.name, email: ann.email, ...change };
        expectPrivateError(await as(ann, 'PUT', '/api/user/profile', body), 400);
        expect((await as(ann, 'GET', '/api/auth/me')).body.user).toEqual(userShape(ann));
      });
    });

    describe('/api/auth/sessions', () => {
      it('GET 200: the live sessions, newest first, with client and address, and which one asks', async () => {
        const second = await login(ann, 'second browser');
        const { body } = await as({ token: second }, 'GET', '/api/auth/sessions');
        expect(body).toEqual({
          success: true,
          sessions: [
            {
              id: expect.stringMatching(ID),
              created_at: expect.stringMatching(TIME),
              expires_at: expect.stringMatching(TIME),
              client: 'second browser',
              address: expect.stringMatching(/\S/),
              current: true,
            },
            expect.objectContaining({ id: expect.stringMatching(ID), current: false }),
          ],
        });
      });

      it('DELETE :id 200: ends that session alone; 404 for another account and for none', async () => {
        const second = await login(ann);
        const { sessions } = (await as(ann, 'GET', '/api/auth/sessions')).body;
        const { id } = sessions.find(({ current }: { current: boolean }) => !current);
        const stranger = await register(using());
        expectPrivateError(await as(stranger, 'DELETE', `/api/auth/sessions/${id}`), 404);
        expectPrivateError(await as(ann, 'DELETE', '/api/auth/sessions/nonsense'), 404, 'session_not_found');
        expect(await isSignedIn(second)).toBe(true);
        expect((await as(ann, 'DELETE', `/api/auth/sessions/${id}`)).status).toBe(200);
        expect(await isEnded(second)).toBe(true);
        expect((await as(ann, 'DELETE', `/api/auth/sessions/${id}`)).status).toBe(200);
        expect(await isSignedIn(ann.token)).toBe(true);
      });

      it('DELETE 200: ends all others, with all=true this one too', async () => {
        const others = [await login(ann), await login(ann)];
        const answer = await as(ann, 'DELETE', '/api/auth/sessions');
        expect([answer.status, answer.body]).toEqual([
          200,
          { success: true, message: expect.stringMatching(/\S/), ended: 2 },
        ]);
        for (const token of others) expect(await isEnded(token)).toBe(true);
        expect(await isSignedIn(ann.token)).toBe(true);
        expect((await as(ann, 'DELETE', '/api/auth/sessions?all=true')).body.ended).toBe(1);
        expect(await isEnded(ann.token)).toBe(true);
      });

      it('DELETE 400: all=perhaps', async () => {
        expectPrivateError(await as(ann, 'DELETE', '/api/auth/sessions?all=perhaps'), 400, 'invalid_parameter');
      });
    });

    describe('GET /api/user/activity', () => {
      it('200: what changed, newest first, page by page without a gap', async () => {
        for (let logins = 0; logins < 4; logins++) await login(ann, `browser ${logins}`);
        await generateApiKey(using(), ann);
        const all = (await as(ann, 'GET', '/api/user/activity?limit=100')).body;
        expect(all).toMatchObject({ success: true, more: false });
        expect(all.activity[0]).toEqual({
          id: expect.stringMatching(ID),
          at: expect.stringMatching(TIME),
          kind: expect.stringMatching(/^[a-z-]+$/),
          by: 'owner',
          client: expect.any(String),
          address: expect.stringMatching(/\S/),
          times: expect.any(Number),
          first_at: expect.stringMatching(TIME),
        });
        const paged: object[] = [];
        for (let more = true, before = ''; more;) {
          const { body } = await as(ann, 'GET', `/api/user/activity?limit=2&before=${before}`);
          paged.push(...body.activity);
          ({ more } = body);
          before = body.activity.at(-1).id;
        }
        expect(paged).toEqual(all.activity);
        expect(paged.length).toBeGreaterThanOrEqual(5);
      });

      it.each(['limit=0', 'limit=101', 'limit=x', 'before=x'])('400: %s', async (query) => {
        expectPrivateError(await as(ann, 'GET', `/api/user/activity?${query}`), 400, 'invalid_parameter');
      });
    });

    describe('GET /api/user/export', () => {
      it('200: a file of all that is kept, without secrets', async () => {
        const key = await generateApiKey(using(), ann);
        const answer = await as(ann, 'GET', '/api/user/export');
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/);
        expect(answer.body).toMatchObject({ success: true, subscription: { plan: 'free' } });
        expect(answer.body.usage).toHaveLength(13);
        expect(answer.body.summaries).toEqual([]);
        expect(answer.text).toContain(ann.email);
        for (const secret of [key, ann.password, ann.token, '$argon2']) expect(answer.text).not.toContain(secret);
      });
    });

    describe('/api/user/notifications', () => {
      it('200: read, set as a whole, and read again', async () => {
        const wanted = { tips: false, usage_alerts: true, plan_reminders: false, referral_news: true };
        expect((await as(ann, 'GET', '/api/user/notifications')).body).toEqual({
          success: true,
          preferences: { tips: true, usage_alerts: true, plan_reminders: true, referral_news: true },
        });
        const answer = await as(ann, 'PUT', '/api/user/notifications', wanted);
        expect([answer.status, answer.body]).toEqual([200, { success: true, preferences: wanted }]);
        expect((await as(ann, 'GET', '/api/user/notifications')).body.preferences).toEqual(wanted);
      });

      it('400 when one is left out, and none changes', async () => {
        const body = { tips: false, usage_alerts: false, plan_reminders: false };
        expectPrivateError(await as(ann, 'PUT', '/api/user/notifications', body), 400, 'missing_parameter');
        expect((await as(ann, 'GET', '/api/user/notifications')).body.preferences.tips).toBe(true);
      });
    });

    describe('POST /api/notifications/unsubscribe and /unsubscribe', () => {
      it('400 for a token that is none', async () => {
        const body = { token: 'nonsense' };
        expectPrivateError(await using().call('POST', '/api/notifications/unsubscribe', { body }), 400);
        const oneClick = {
          raw: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        };
        expectPrivateError(await using().call('POST', '/unsubscribe?token=nonsense', oneClick), 400);
      });
    });

    describe('DELETE /api/user/account', () => {
      it('200: tells when it is erased and what is forfeited, ends every session, and a login that keeps it cancels it', async () => {
        const key = await generateApiKey(using(), ann);
        const answer = await as(ann, 'DELETE', '/api/user/account', { password: ann.password });
        expect([answer.status, answer.body]).toEqual([
          200,
          {
            success: true,
            message: expect.stringMatching(/\S/),
            erased_at: expect.stringMatching(TIME),
            forfeited: { plan: null, wallet_balance: 0 },
          },
        ]);
        expect(Math.abs(Date.parse(answer.body.erased_at) - Date.now() - WEEK_MS)).toBeLessThan(600_000);
        expect(await isEnded(ann.token)).toBe(true);
        const { email, password } = ann;
        const asked = await using().call('POST', '/api/auth/login', { body: { email, password } });
        expectPrivateError(asked, 409, 'account_closing');
        expect(asked.body.erased_at).toBe(answer.body.erased_at);
        const kept = { email, password, keep_account: true };
        const { token } = (await using().call('POST', '/api/auth/login', { body: kept })).body;
        expect((await as({ token }, 'GET', '/api/auth/me')).body.user.email).toBe(ann.email);
        expect(key).toMatch(/^prc_/);
      });

      it.each([[{}], [{ password: 'wrong' }], [{ password: '' }], [undefined]])(
        '400 for %j while there is a password, and the account stays',
        async (body) => {
          expectPrivateError(await as(ann, 'DELETE', '/api/user/account', body), 400);
          expect(await isSignedIn(ann.token)).toBe(true);
        },
      );
    });
  });
}
