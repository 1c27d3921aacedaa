import { eventually } from '@precis/testing/eventually';
import { signInAtSandbox } from '@precis/sandbox/google/person-at-sandbox';
import { freshEmail, mailedToken, register, registerUnverified } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { GoogleBrowser } from './google-browser.js';

/** Signing in by Google over HTTP alone, at the sandbox's provider; the test handles the cookies of each browser itself (ACC-27 to ACC-31). */
export function googleScenario(using: () => Deployment): void {
  const newBrowser = () => new GoogleBrowser(using);

  describe('google new: somebody without an account', () => {
    const nora = { email: freshEmail(), name: 'Nora Canary' };
    const browser = newBrowser();
    let [handoff, session, id] = ['', '', ''];

    it('is sent to the provider with a cookie that no script and no other site gets', async () => {
      const begun = await browser.visit('/api/auth/google');
      expect(begun.status).toBe(302);
      expect(new URL(begun.headers.get('location')!).searchParams.get('redirect_uri')).toMatch(
        /\/api\/auth\/google\/callback$/,
      );
      expect(begun.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-oauth_tx=[\w-]{43}; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/),
      ]);
      expect(begun.headers.get('cache-control')).toBe('no-store');
      expect((await using().call('GET', '/api/info')).body.sign_in).toContain('google');
    });

    it('comes back with a token that is worth nothing without the cookie', async () => {
      const query = await browser.signIn(nora);
      expect([...query.keys()]).toEqual(['token']);
      handoff = query.get('token')!;
      expectPrivateError(await using().call('GET', '/api/auth/me', { token: handoff }), 401, 'handoff_invalid');
      const stranger = newBrowser();
      await stranger.signIn({ email: freshEmail(), name: 'Stranger Canary' });
      expectPrivateError(await stranger.visit('/api/auth/me', handoff), 401, 'handoff_invalid');
      expectPrivateError(await browser.visit('/api/usage/summary', handoff), 401, 'session_invalid');
    });

    it('gets the session for it, the same one at each repeat, and is a verified user without a password', async () => {
      const answers = [await browser.visit('/api/auth/me', handoff), await browser.visit('/api/auth/me', handoff)];
      const [first, second] = answers.map(({ headers }) => headers.get('x-session-token'));
      expect(first).toBe(second);
      session = first!;
      expect(session).not.toBe(handoff);
      const { user } = answers[0].body;
      expect(user).toMatchObject({ ...nora, email_verified: true, has_password: false, google_linked: true });
      id = user.id;
      const me = await using().call('GET', '/api/auth/me', { token: session });
      expect([me.status, me.headers.get('x-session-token')]).toEqual([200, null]);
    });

    it('uses the product like anybody: a plan, a key, a video', async () => {
      const plan = await using().call('GET', '/api/subscription/my-plan', { token: session });
      expect(plan.body.subscription).toMatchObject({ plan: 'free', isActive: true });
      const { apiKey } = (await using().call('POST', '/api/api-key/generate', { token: session })).body;
      const summarised = await using().call('POST', '/api/youtube/summarize', {
        key: apiKey,
        body: { url: 'https://youtu.be/precisDemo1' },
      });
      expect(summarised.status).toBe(200);
    });

    it('signs in again as the same user, in another browser', async () => {
      const again = await newBrowser().arrive(nora);
      expect([again.user.id, again.user.apiKey]).toEqual([id, expect.stringMatching(/^prc_/)]);
      expect(again.session).not.toBe(session);
    });
  });

  describe('google linking: somebody with an account', () => {
    it('keeps a verified account with its password and its sessions, and asks for the password once (ACC-62)', async () => {
      const ann = await register(using());
      const typed = { email: ann.email.toUpperCase(), name: 'Somebody Canary' };
      const browser = newBrowser();
      expect(Object.fromEntries(await browser.signIn(typed))).toEqual({ error: 'google_password_needed' });
      expectPrivateError(await browser.givePassword('pw-canary of a thief'), 400, 'current_password_wrong');
      expectPrivateError(await newBrowser().givePassword(ann.password), 400, 'link_ticket_invalid');
      const { user } = (await browser.givePassword(ann.password)).body;
      expectPrivateError(await browser.givePassword(ann.password), 400, 'link_ticket_invalid');
      expect((await newBrowser().arrive(typed)).user.id).toBe(user.id);
      expect(user).toMatchObject({ name: ann.name, email: ann.email, has_password: true, google_linked: true });
      expect((await using().call('GET', '/api/auth/me', { token: ann.token })).body.user.id).toBe(user.id);
      const { email, password } = ann;
      expect((await using().call('POST', '/api/auth/login', { body: { email, password } })).status).toBe(200);
    });

    it('gets an account that a stranger registered and never verified, without what the stranger set', async () => {
      const { email, password } = await registerUnverified(using());
      const link = await mailedToken(using(), email);
      const { user } = await newBrowser().arrive({ email, name: 'Rightful Canary' });
      expect(user).toMatchObject({ name: 'Rightful Canary', email, email_verified: true, has_password: false });
      expectPrivateError(await using().call('POST', '/api/auth/login', { body: { email, password } }), 401);
      const late = await using().call('POST', '/api/auth/verify-email', { body: { token: link } });
      expect(late.status).toBeGreaterThanOrEqual(400);
      expect(late.status).toBeLessThan(500);
    });

    it('removes it again in a session, and never the last way in (ACC-63)', async () => {
      const ann = await register(using());
      const { session } = await newBrowser().link({ email: ann.email, name: 'Ann Canary' }, ann.password);
      const list = async (token: string) => (await using().call('GET', '/api/user/google-identities', { token })).body;
      const [{ id, email }] = (await list(ann.token)).identities;
      expect(email).toBe(ann.email);
      const remove = (token: string, which: string) =>
        using().call('DELETE', `/api/user/google-identities/${which}`, { token });
      const nora = await newBrowser().arrive({ email: freshEmail(), name: 'Nora Canary' });
      expectPrivateError(await remove(nora.session, id), 404, 'identity_not_found');
      const own = await list(nora.session);
      expect(own.removable).toBe(false);
      expectPrivateError(await remove(nora.session, own.identities[0].id), 409, 'last_way_in');
      expect((await remove(ann.token, id)).status).toBe(200);
      expect(await list(ann.token)).toMatchObject({ identities: [] });
      const me = (token: string) => using().call('GET', '/api/auth/me', { token });
      expect((await me(ann.token)).body.user.google_linked).toBe(false);
      await eventually('its sessions by Google have ended', async () => (await me(session)).status === 401);
    });

    it('asks whether a closed account is to be kept: only the browser that came back may say so, once (ACC-73)', async () => {
      const nora = { email: freshEmail(), name: 'Nora Canary' };
      const browser = newBrowser();
      const { session: token, user } = await browser.arrive(nora);
      const closed = await using().call('DELETE', '/api/user/account', { token, body: {} });
      expect(closed.status).toBe(200);
      expect(Object.fromEntries(await browser.signIn(nora))).toEqual({ error: 'account_closing' });
      const stranger = newBrowser();
      await stranger.visit('/api/auth/google');
      expectPrivateError(await stranger.keep(true), 400, 'link_ticket_invalid');
      const asked = await browser.keep(false);
      expectPrivateError(asked, 409, 'account_closing');
      expect(asked.body.erased_at).toBe(closed.body.erased_at);
      const kept = await browser.keep(true);
      expect([kept.status, kept.body.user.id]).toEqual([200, user.id]);
      expect((await using().call('GET', '/api/auth/me', { token: kept.body.token })).status).toBe(200);
      expectPrivateError(await browser.keep(true), 400, 'link_ticket_invalid');
    });

    it('is refused when the provider has not verified the e-mail, closes its page, or another browser comes back', async () => {
      const ann = await register(using());
      const browser = newBrowser();
      const unverified = await browser.signIn({ email: ann.email, name: 'Mallory Canary', isEmailVerified: false });
      expect(Object.fromEntries(unverified)).toEqual({ error: 'google_email_unverified' });
      expect(Object.fromEntries(await browser.signIn('cancel'))).toEqual({ error: 'google_denied' });

      const begun = await browser.visit('/api/auth/google');
      const address = await signInAtSandbox(begun.headers.get('location')!, { email: ann.email, name: 'Ann' });
      const stranger = newBrowser();
      await stranger.visit('/api/auth/google');
      expect(Object.fromEntries(await stranger.comeBack(address))).toEqual({ error: 'google_state_invalid' });
      expect(Object.fromEntries(await browser.comeBack(address))).toEqual({ error: 'google_password_needed' });
      expect(Object.fromEntries(await browser.comeBack(address))).toEqual({ error: 'google_state_invalid' });
    });

    it.each([
      '?state=<script>&code=%0d%0aSet-Cookie:x&error=https://evil.example',
      '?error=evil&error_description=evil&token=evil',
      '?state=a&state=b&code=a&code=b',
      `?code=${'evil'.repeat(2_000)}`,
      '',
    ])('never finds a word of the query in the address that it is sent to: %#', async (query) => {
      const browser = newBrowser();
      await browser.visit('/api/auth/google');
      const answer = await browser.visit(`/api/auth/google/callback${query}`);
      expect(answer.status).toBe(302);
      expect(new URL(answer.headers.get('location')!).search).toMatch(/^\?error=google_(state_invalid|refused)$/);
      expect(JSON.stringify([...answer.headers])).not.toMatch(/evil|script/);
    });
  });
}
