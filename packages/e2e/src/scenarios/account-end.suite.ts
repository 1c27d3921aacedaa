import { eventually } from '@precis/testing/eventually';
import { generateApiKey, freshEmail, mailedToken, usedOf } from '../deployment/accounts.js';
import type { Json } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { grantPlan } from '../deployment/grant-plan.js';
import { GoogleBrowser } from './google-browser.js';
import { deviceOf, type Journeys, MAILS, REGISTERED } from './journeys.js';

const WEEK_MS = 7 * 86_400_000;
const ERASED_MS = 100_000;

/** How a deployment reaches the end of the seven days of a closed account. */
export interface WeekLater {
  pass(accountId: string): Promise<void>;
  /** Returns to the present. */
  undo(): Promise<void>;
}

/** The stored data of an account, and its end, as a customer sees them (ACC-33, ACC-38, ACC-59, DATA-13). */
export function accountEndJourneys(using: () => Deployment, journeys: Journeys, weekLater: WeekLater): void {
  describe('export', () => {
    it('has everything that the account did and has, and no secret', async () => {
      const ann = await journeys.customer();
      const login = await journeys.login(ann.email, ann.password, { 'user-agent': 'the library' });
      const { session } = await new GoogleBrowser(using).link({ email: ann.email, name: 'Ann' }, ann.password);
      const rotated = (await journeys.as(ann, 'POST', '/api/api-key/rotate', {})).body.apiKey as string;
      expect((await journeys.summarise(rotated)).status).toBe(200);
      const pending = freshEmail();
      await journeys.as(ann, 'PUT', '/api/user/profile', { name: 'Ann Canary', email: pending });
      await using().call('POST', '/api/auth/forgot-password', { body: { email: ann.email } });
      const wanted = { tips: false, usage_alerts: true, plan_reminders: false, referral_news: true };
      await journeys.as(ann, 'PUT', '/api/user/notifications', wanted);
      await grantPlan(using().operator, ann.email, 'basic');
      const got = [MAILS.keyGenerated, MAILS.keyRotated, MAILS.googleLinked, MAILS.reset, MAILS.changeNotice];
      const mails = [
        ...(await journeys.mails(ann.email, ...REGISTERED, ...got)),
        ...(await journeys.mails(pending, MAILS.changeEmail)),
      ];

      const answer = await journeys.as(ann, 'GET', '/api/user/export');
      expect(answer.status).toBe(200);
      const { account, subscription, notifications, usage } = answer.body;
      expect(account.profile).toMatchObject({
        id: ann.id,
        name: 'Ann Canary',
        email: ann.email,
        pending_email: pending,
        has_password: true,
        suspended_at: null,
        erased_at: null,
      });
      expect(account.sessions.map(({ how }: Json) => how)).toEqual(['google', 'password', 'link']);
      expect(account.sessions[1].client).toBe('the library');
      expect(account.google_identities).toHaveLength(1);
      expect(account.known_devices.length).toBeGreaterThan(0);
      expect(account.api_keys).toHaveLength(2);
      expect(account.mails.map(({ kind }: Json) => kind).sort()).toEqual([
        'change-email',
        'change-email-notice',
        'reset-password',
        'verify-email',
      ]);
      const listed = (await journeys.as(ann, 'GET', '/api/user/activity?limit=100')).body.activity;
      const plain = (entries: Json[]) =>
        entries.map(({ at, kind, by, client, address }) => [at, kind, by, client, address]);
      expect(plain(account.activity).sort()).toEqual(plain(listed).sort());
      expect(account.activity[0].kind).toBe('exported');
      expect(account.operator_actions.map(({ kind }: Json) => kind)).toContain('term-granted');
      expect(subscription).toMatchObject({ plan: 'basic', is_active: true, videos_per_month: 100 });
      expect(notifications).toEqual(wanted);
      expect(usage.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(1);
      expect(usage[0].calls).toEqual([
        { time: expect.any(String), endpoint: expect.any(String), client: 'node', title: expect.any(String) },
      ]);

      const linked = mails.flatMap(({ links }) => links.map((link) => new URL(link).searchParams.get('token') ?? ''));
      const secrets = [ann.password, ann.token, ann.key, rotated, session, login.body.token, ...linked];
      for (const secret of [...secrets, deviceOf(login).split('=')[1]].filter(Boolean))
        expect(answer.text).not.toContain(secret);
      expect(answer.text).not.toMatch(/argon2|prc_|"[a-z_]*(hash|secret|token|lookup|sealed)[a-z_]*":/);
      expect(answer.text).not.toContain('a journey');
    });
  });

  describe('delete', () => {
    const close = ({ token }: { token: string }, password: string) =>
      journeys.as({ token }, 'DELETE', '/api/user/account', { password });
    /** The subject of its mail. */
    const closedOn = (erasedAt: string) => {
      const [, day, month, year] = new Date(erasedAt).toUTCString().split(' ');
      return `Your Precis account will be erased on ${Number(day)} ${month} ${year}`;
    };
    afterAll(() => weekLater.undo());

    it('closes, refuses everywhere, asks at a login whether it is to be kept, opens again then, and after seven days nothing is left', async () => {
      const ann = await journeys.customer();
      await grantPlan(using().operator, ann.email, 'basic');
      expect((await journeys.summarise(ann.key)).status).toBe(200);
      // The welcome mail is one of the tips, which are switched off from here on.
      await journeys.mails(ann.email, ...REGISTERED, MAILS.keyGenerated);
      const wanted = { tips: false, usage_alerts: false, plan_reminders: false, referral_news: false };
      await journeys.as(ann, 'PUT', '/api/user/notifications', wanted);
      const other = await journeys.session(ann);

      expectPrivateError(await close(ann, 'not it'), 400);
      expect(await journeys.isSignedIn(other)).toBe(true);
      const closed = await close(ann, ann.password);
      expect([closed.status, closed.body.forfeited.plan?.plan]).toEqual([200, 'basic']);
      expect(Math.abs(Date.parse(closed.body.erased_at) - Date.now() - WEEK_MS)).toBeLessThan(60_000);
      const refused = await Promise.all([
        journeys.refusals({ token: ann.token }),
        journeys.refusals({ token: other }),
        journeys.refusals({ key: ann.key }),
      ]);
      expect(refused).toEqual([['401 session_invalid'], ['401 session_invalid'], ['403 account_closed']]);
      const before = [...REGISTERED, MAILS.keyGenerated, closedOn(closed.body.erased_at)];
      await journeys.mails(ann.email, ...before);

      const asked = await journeys.login(ann.email, ann.password);
      expectPrivateError(asked, 409, 'account_closing');
      expect(asked.body.erased_at).toBe(closed.body.erased_at);
      expect(await journeys.refusals({ key: ann.key })).toEqual(['403 account_closed']);
      const reopened = await journeys.keep(ann.email, ann.password);
      expect([reopened.status, reopened.body.user.apiKey]).toEqual([200, ann.key]);
      expect((await journeys.summarise(ann.key)).headers.get('x-ratelimit-remaining')).toBe('98');
      const steps = ['registered', 'email-verified', 'key-generated', 'operator: term-granted', 'login', 'closed'];
      const seen = await journeys.activity(reopened.body);
      expect([seen.slice(0, 6), seen.slice(6).sort()]).toEqual([steps, ['login', 'reopened']]);

      const again = await close(reopened.body, ann.password);
      expect(again.status).toBe(200);
      await journeys.mails(ann.email, ...before, closedOn(again.body.erased_at));
      await weekLater.pass(ann.id);
      await eventually(
        'the key is gone',
        async () => {
          const answer = await using().call('POST', '/api/youtube/info', { key: ann.key, body: {} });
          if (answer.status === 401) return expectPublicError(answer, 401, 'api_key_invalid');
          // A pause, because the periodic job that erases accounts runs only once a minute.
          await new Promise((resolve) => setTimeout(resolve, 250));
        },
        ERASED_MS,
      );
      expectPrivateError(await journeys.login(ann.email, ann.password), 401);
      expectPrivateError(await journeys.as(reopened.body, 'GET', '/api/auth/me'), 401);
      await using().call('POST', '/api/auth/forgot-password', { body: { email: ann.email } });

      const body = { name: 'Ann Canary again', email: ann.email, password: 'pw-canary of another life' };
      expect((await using().call('POST', '/api/auth/register', { body })).status).toBe(200);
      const token = await mailedToken(using(), ann.email, 2);
      const verified = await using().call('POST', '/api/auth/verify-email', { body: { token } });
      expect(verified.body.user).toMatchObject({ name: 'Ann Canary again', has_password: true });
      expect(verified.body.user.id).not.toBe(ann.id);
      expect(verified.body.user.apiKey).toBeUndefined();
      const returned = { ...ann, token: verified.body.token as string };
      expect(await journeys.activity(returned)).toEqual(['registered', 'email-verified']);
      expect(await usedOf(using(), returned)).toBe(0);
      const free = { plan: 'free', isActive: true };
      expect((await journeys.as(returned, 'GET', '/api/subscription/my-plan')).body.subscription).toMatchObject(free);
      expect(Object.values((await journeys.as(returned, 'GET', '/api/user/notifications')).body.preferences)).toEqual(
        Array(4).fill(true),
      );
      const key = await generateApiKey(using(), returned);
      expect((await journeys.summarise(key)).headers.get('x-ratelimit-remaining')).toBe('2');
      const fresh = [...REGISTERED, MAILS.keyGenerated];
      await journeys.mails(ann.email, ...before, closedOn(again.body.erased_at), ...fresh);
    }, 180_000);
  });
}
