import { freshEmail, mailedLinkTo, register, registerUnverified } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';

/** Programs that scan mails open every link, with every reading method (ACC-65, API-22). */
export function mailedLinksScenario(using: () => Deployment): void {
  describe('opening the links in mails', () => {
    it('has no effect, whichever mail it is: afterwards each still does what it is for', async () => {
      const newcomer = await registerUnverified(using());
      const ann = await register(using());
      const next = freshEmail();
      const call = (method: string, path: string, body?: object, token?: string) =>
        using().call(method, path, { body, token });
      await call('POST', '/api/auth/forgot-password', { email: ann.email });
      await call('PUT', '/api/user/profile', { name: ann.name, email: next }, ann.token);
      const links = {
        verification: await mailedLinkTo(using(), newcomer.email, '/verify-email'),
        unsubscription: await mailedLinkTo(using(), ann.email, '/unsubscribe'),
        reset: await mailedLinkTo(using(), ann.email, '/reset-password'),
        change: await mailedLinkTo(using(), next, '/verify-email'),
        undoing: await mailedLinkTo(using(), ann.email, '/undo-email-change'),
      };
      const state = async () => ({
        user: (await call('GET', '/api/auth/me', undefined, ann.token)).body.user,
        wishes: (await call('GET', '/api/user/notifications', undefined, ann.token)).body.preferences,
        sessions: (await call('GET', '/api/auth/sessions', undefined, ann.token)).body.sessions,
        newcomer: (await call('POST', '/api/auth/login', newcomer)).status,
      });
      const before = await state();
      expect(before).toMatchObject({ user: { email: ann.email, pending_email: next }, newcomer: 403 });
      for (const link of Object.values(links)) {
        const { pathname, search } = new URL(link);
        for (const method of ['GET', 'HEAD', 'OPTIONS'])
          for (const path of [pathname, '/api/auth/mailed-link'])
            expect((await using().call(method, path + search)).status).toBeLessThan(500);
      }
      expect(await state()).toEqual(before);

      const tokenOf = (link: string) => ({ token: new URL(link).searchParams.get('token')! });
      const use = async (path: string, body: object, token?: string) =>
        expect([path, (await call('POST', path, body, token)).status]).toEqual([path, 200]);
      await use('/api/notifications/unsubscribe', tokenOf(links.unsubscription));
      await use('/api/auth/verify-email', tokenOf(links.verification));
      await use('/api/auth/verify-email', tokenOf(links.change), ann.token);
      expect((await state()).user.email).toBe(next);
      // The change has invalidated the reset link, which was sent to an address that no longer belongs to the account.
      await use('/api/auth/undo-email-change', tokenOf(links.undoing));
      const reset = await mailedLinkTo(using(), ann.email, '/reset-password', 2);
      await use('/api/auth/reset-password', { ...tokenOf(reset), password: 'pw-canary, mine again' });
    });

    it('in the browser that registered is known by a cookie of a day, which no script reads (ACC-65)', async () => {
      const body = { name: 'Erin Canary', email: freshEmail(), password: 'pw-canary of Erin' };
      const registered = await using().call('POST', '/api/auth/register', { body });
      const [line] = registered.headers.getSetCookie();
      expect(line).toMatch(/^__Host-registered=[\w.-]+; Path=\/; Max-Age=86400; Secure; HttpOnly; SameSite=Strict$/);
      const { search } = new URL(await mailedLinkTo(using(), body.email, '/verify-email'));
      const look = async (cookie: string) =>
        (await using().call('GET', `/api/auth/mailed-link${search}`, { headers: { cookie } })).body.link;
      expect(await look(line.split(';')[0])).toMatchObject({ email: body.email, state: 'open', same_browser: true });
      const other = await using().call('POST', '/api/auth/register', { body: { ...body, email: freshEmail() } });
      for (const cookie of ['', '__Host-registered=x', other.headers.getSetCookie()[0].split(';')[0]])
        expect(await look(cookie)).toMatchObject({ email: body.email, state: 'open', same_browser: false });
    });
  });
}
