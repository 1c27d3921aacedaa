import { eventually } from '@precis/testing/eventually';
import { freshEmail, type Account, register } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { GoogleBrowser } from './google-browser.js';
import { deviceOf, type Journeys, MAILS, mailWith, openedLink, REGISTERED } from './journeys.js';

const NEW_PASSWORD = 'pw-canary, a new one';
/** The limit of ACC-36. */
const MOST_WRONG = 100;

/** Forgotten, reset and changed passwords from the customer's point of view (ACC-13 to ACC-16, ACC-36, ACC-56, ACC-60, ACC-61, MAIL-3, MAIL-10). */
export function passwordJourneys(using: () => Deployment, journeys: Journeys): void {
  const post = (path: string, body: object, headers = {}) => using().call('POST', path, { body, headers });
  const forgot = (email: string) => post('/api/auth/forgot-password', { email });
  const reset = (token: string, password: string, cookie = '') =>
    post('/api/auth/reset-password', { token, password }, { cookie });

  describe('forgot', () => {
    it('a known address gets a mail whose link opens a page; an unknown one the same answer and no mail', async () => {
      const [ann, nobody] = [await register(using()), freshEmail()];
      const answers = [await forgot(ann.email), await forgot(nobody)];
      expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, answers[0].text]));
      const mail = mailWith(await journeys.mails(ann.email, ...REGISTERED, MAILS.reset), MAILS.reset);
      expect((await openedLink(mail, '/reset-password')).token).toMatch(/\S{40}/);
      expect(mail.text).toContain(`Hello ${ann.name}`);
      await journeys.mails(nobody);
      // The request has changed nothing.
      expect(await journeys.isSignedIn(ann.token)).toBe(true);
      expect((await journeys.login(ann.email, ann.password)).status).toBe(200);
      expect(await journeys.activity(ann)).toEqual(['registered', 'email-verified', 'login']);
    });

    it('a newer link ends the older one', async () => {
      const ann = await register(using());
      await forgot(ann.email);
      const first = mailWith(await journeys.mails(ann.email, ...REGISTERED, MAILS.reset), MAILS.reset);
      await forgot(ann.email);
      const mails = await journeys.mails(ann.email, ...REGISTERED, MAILS.reset, MAILS.reset);
      const second = mailWith(mails, MAILS.reset);
      const links = [await openedLink(first, '/reset-password'), await openedLink(second, '/reset-password')];
      expectPrivateError(await reset(links[0].token, NEW_PASSWORD), 400);
      expect((await reset(links[1].token, NEW_PASSWORD)).status).toBe(200);
      await journeys.mails(ann.email, ...REGISTERED, MAILS.reset, MAILS.reset, MAILS.passwordChanged);
    });
  });

  describe('reset', () => {
    it('sets the password, ends every session everywhere within 1 s, logs in, keeps the key, and is in a mail', async () => {
      const ann = await journeys.customer();
      const others = [await journeys.session(ann), await journeys.session(ann)];
      await forgot(ann.email);
      const before = [...REGISTERED, MAILS.keyGenerated, MAILS.reset];
      const { token } = await openedLink(
        mailWith(await journeys.mails(ann.email, ...before), MAILS.reset),
        '/reset-password',
      );
      // A refused password does not use up the link.
      expectPrivateError(await reset(token, 'short'), 400);
      const done = await reset(token, NEW_PASSWORD);
      expect([done.status, done.body.user?.email]).toEqual([200, ann.email]);
      for (const session of [ann.token, ...others])
        expect(await journeys.refusals({ token: session })).toEqual(['401 session_invalid']);
      deviceOf(done);
      expect(await journeys.isSignedIn(done.body.token)).toBe(true);
      expectPrivateError(await journeys.login(ann.email, ann.password), 401);
      expect((await journeys.login(ann.email, NEW_PASSWORD)).status).toBe(200);
      expectPrivateError(await reset(token, 'another one'), 400);
      expect((await journeys.summarise(ann.key)).status).toBe(200);
      await journeys.mails(ann.email, ...before, MAILS.passwordChanged);
      const steps = ['registered', 'email-verified', 'key-generated', 'login', 'password-reset', 'login'];
      expect(await journeys.activity(done.body)).toEqual(steps);
    });

    it('lets in whose account a stranger guesses at; so does a device that logged in before', async () => {
      const ann = await register(using());
      const device = deviceOf(await journeys.login(ann.email, ann.password));
      let guesses = 0;
      const refused = await eventually('a stranger is refused even with the right password', async () => {
        const guess = await journeys.login(ann.email, `guess ${++guesses}`);
        expect([401, 429]).toContain(guess.status);
        // Each login makes one more device known, up to ten: the owner's must not be the eleventh.
        if (guess.status !== 429) return false;
        const right = await journeys.login(ann.email, ann.password);
        return right.status === 429 && right;
      });
      expect(refused.body).toMatchObject({ success: false, code: 'too_many_attempts' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(guesses).toBeLessThanOrEqual(MOST_WRONG);
      const known = await journeys.login(ann.email, ann.password, { cookie: device });
      expect([known.status, deviceOf(known)]).toEqual([200, device]);
      await forgot(ann.email);
      const mail = mailWith(await journeys.mails(ann.email, ...REGISTERED, MAILS.reset), MAILS.reset);
      const { token } = await openedLink(mail, '/reset-password');
      expect((await reset(token, NEW_PASSWORD, device)).status).toBe(200);
      // The device that made the change is still known.
      expect((await journeys.login(ann.email, NEW_PASSWORD, { cookie: device })).status).toBe(200);
      await journeys.mails(ann.email, ...REGISTERED, MAILS.reset, MAILS.passwordChanged);
    });
  });

  describe('change password', () => {
    const change = (account: { token: string }, currentPassword: string, newPassword: string) =>
      journeys.as(account, 'PUT', '/api/auth/update-password', { currentPassword, newPassword });

    it('needs the present one, ends every other session everywhere within 1 s, and is in a mail', async () => {
      const ann: Account = await register(using());
      const other = await journeys.session(ann);
      expectPrivateError(await change(ann, 'not it', NEW_PASSWORD), 400);
      expect(await journeys.isSignedIn(other)).toBe(true);
      expect((await change(ann, ann.password, NEW_PASSWORD)).status).toBe(200);
      expect(await journeys.refusals({ token: other })).toEqual(['401 session_invalid']);
      expect(await journeys.isSignedIn(ann.token)).toBe(true);
      expectPrivateError(await journeys.login(ann.email, ann.password), 401);
      expect((await journeys.login(ann.email, NEW_PASSWORD)).status).toBe(200);
      await journeys.mails(ann.email, ...REGISTERED, MAILS.passwordChanged);
      const steps = ['registered', 'email-verified', 'login', 'password-changed', 'login'];
      expect(await journeys.activity(ann)).toEqual(steps);
    });

    it('ends reset links that are under way', async () => {
      const ann = await register(using());
      await forgot(ann.email);
      const mail = mailWith(await journeys.mails(ann.email, ...REGISTERED, MAILS.reset), MAILS.reset);
      expect((await change(ann, ann.password, NEW_PASSWORD)).status).toBe(200);
      expectPrivateError(await reset((await openedLink(mail, '/reset-password')).token, 'pw-canary of the thief'), 400);
      await journeys.mails(ann.email, ...REGISTERED, MAILS.reset, MAILS.passwordChanged);
    });

    it('sets the first one of who signed in by Google, without a present one', async () => {
      const nora = { email: freshEmail(), name: 'Nora Canary' };
      const { session: token } = await new GoogleBrowser(using).arrive(nora);
      await journeys.mails(nora.email, MAILS.welcome, MAILS.googleLinked);
      expect((await change({ token }, '', NEW_PASSWORD)).status).toBe(200);
      expectPrivateError(await change({ token }, '', 'yet another one'), 400);
      expect((await journeys.login(nora.email, NEW_PASSWORD)).body.user.has_password).toBe(true);
      await journeys.mails(nora.email, MAILS.welcome, MAILS.googleLinked, MAILS.passwordFirst);
      const steps = await journeys.activity({ token });
      expect(steps.slice(0, 4).sort()).toEqual(['email-verified', 'google-linked', 'login-google', 'registered']);
      expect(steps.slice(4)).toEqual(['password-set', 'login']);
    });
  });
}
