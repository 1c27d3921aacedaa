import { freshEmail, register } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { GoogleBrowser } from './google-browser.js';
import { type Journeys, MAILS, mailWith, openedLink, REGISTERED } from './journeys.js';

/** A change of the e-mail address, and Google in addition to a password, as a customer experiences them (ACC-25, ACC-26, ACC-28, ACC-55, MAIL-10). */
export function addressJourneys(using: () => Deployment, journeys: Journeys): void {
  describe('change e-mail', () => {
    it('waits for the link that went to the new address; the old one gets a notice', async () => {
      const ann = await journeys.customer();
      const other = await journeys.session(ann);
      const email = freshEmail();
      const asked = await journeys.as(ann, 'PUT', '/api/user/profile', { name: ann.name, email });
      expect(asked.body.user).toMatchObject({ email: ann.email, pending_email: email });
      const [mail] = await journeys.mails(email, MAILS.changeEmail);
      const before = [...REGISTERED, MAILS.keyGenerated, MAILS.changeNotice];
      const notice = (await journeys.mails(ann.email, ...before)).find(
        ({ subject }) => subject === MAILS.changeNotice,
      )!;
      // A reader of the old mailbox can undo the change, and can do nothing else.
      expect(notice.links.map((link) => new URL(link).pathname)).toEqual(['/undo-email-change']);

      const { token } = await openedLink(mail, '/verify-email');
      const verify = (session?: string) =>
        using().call('POST', '/api/auth/verify-email', { body: { token }, token: session });
      for (const stranger of [undefined, (await register(using())).token])
        expectPrivateError(await verify(stranger), 403);
      expect((await journeys.login(ann.email, ann.password)).status).toBe(200);

      const done = await verify(ann.token);
      expect([done.status, done.body.token]).toEqual([200, ann.token]);
      expect(done.body.user).toMatchObject({ id: ann.id, email, pending_email: null, email_verified: true });
      expectPrivateError(await verify(ann.token), 400);
      expectPrivateError(await journeys.login(ann.email, ann.password), 401);
      expect((await journeys.login(email, ann.password)).body.user.id).toBe(ann.id);
      // The account continues with all of its data.
      expect([await journeys.isSignedIn(ann.token), await journeys.isSignedIn(other)]).toEqual([true, true]);
      expect((await journeys.summarise(ann.key)).status).toBe(200);
      const steps = ['registered', 'email-verified', 'key-generated', 'login', 'email-change-asked'];
      expect(await journeys.activity(ann)).toEqual([...steps, 'login', 'email-changed', 'login']);
      // From now on mails go only to the new address, and the old one is free.
      expect((await journeys.as(ann, 'PUT', '/api/api-key/revoke')).status).toBe(200);
      await journeys.mails(email, MAILS.changeEmail, MAILS.keyRevoked);
      const body = { name: 'Somebody Canary', email: ann.email, password: 'pw-canary of somebody else' };
      expect((await using().call('POST', '/api/auth/register', { body })).status).toBe(200);
      await journeys.mails(ann.email, ...before, MAILS.verify);
    });
  });

  describe('undo a change of e-mail', () => {
    it('is done from the notice: the old address is back, everybody is out, and a reset link lets its owner in (ACC-66)', async () => {
      const ann = await journeys.customer();
      const thiefs = freshEmail();
      await journeys.as(ann, 'PUT', '/api/user/profile', { name: ann.name, email: thiefs });
      const [mail] = await journeys.mails(thiefs, MAILS.changeEmail);
      const { token } = await openedLink(mail, '/verify-email');
      const verified = await using().call('POST', '/api/auth/verify-email', { body: { token }, token: ann.token });
      expect(verified.body.user.email).toBe(thiefs);

      const before = [...REGISTERED, MAILS.keyGenerated, MAILS.changeNotice];
      const notice = mailWith(await journeys.mails(ann.email, ...before), MAILS.changeNotice);
      const undo = await openedLink(notice, '/undo-email-change');
      expect((await journeys.as(ann, 'GET', '/api/auth/me')).body.user.email).toBe(thiefs);
      const press = () => using().call('POST', '/api/auth/undo-email-change', { body: undo });
      const undone = await press();
      expect([undone.status, undone.body.email]).toEqual([200, ann.email]);
      expectPrivateError(await press(), 400, 'undo_link_invalid');

      expect(await journeys.refusals({ token: ann.token })).toEqual(['401 session_invalid']);
      for (const email of [ann.email, thiefs]) expectPrivateError(await journeys.login(email, ann.password), 401);
      const reset = mailWith(await journeys.mails(ann.email, ...before, MAILS.reset), MAILS.reset);
      const body = { ...(await openedLink(reset, '/reset-password')), password: 'pw-canary, mine again' };
      const back = await using().call('POST', '/api/auth/reset-password', { body });
      expect(back.body.user).toMatchObject({ id: ann.id, email: ann.email, has_password: true });
      await journeys.mails(ann.email, ...before, MAILS.reset, MAILS.passwordChanged);
      expect(await journeys.activity(back.body)).toContain('email-change-undone');
    });
  });

  describe('google linking', () => {
    it('is in a mail and in the activity, once', async () => {
      const ann = await register(using());
      const browser = new GoogleBrowser(using);
      const { session } = await browser.link({ email: ann.email, name: 'Ann Canary at Google' }, ann.password);
      await browser.arrive({ email: ann.email, name: 'Ann Canary at Google' });
      await journeys.mails(ann.email, ...REGISTERED, MAILS.googleLinked);
      const steps = await journeys.activity({ token: session });
      expect(steps.slice(0, 2)).toEqual(['registered', 'email-verified']);
      expect(steps.slice(2).sort()).toEqual(['google-linked', 'login-google']);
    });
  });
}
