import { type Account, register, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { type Journeys, MAILS, REGISTERED } from './journeys.js';

interface Listed {
  id: string;
  client: string;
  current: boolean;
}

/** The sessions of a customer, and an account that an operator suspends, from the customer's point of view (ACC-20, ACC-32, ACC-37, ACC-45). */
export function sessionJourneys(using: () => Deployment, journeys: Journeys): void {
  describe('sessions', () => {
    const list = async (token: string) =>
      (await journeys.as({ token }, 'GET', '/api/auth/sessions')).body.sessions as Listed[];
    const end = (token: string, which: string) => journeys.as({ token }, 'DELETE', `/api/auth/sessions${which}`);

    it('are listed; one, all others or all end, everywhere within 1 s', async () => {
      const ann: Account = await register(using());
      const browsers = ['laptop', 'phone', 'library'];
      const [laptop, phone, library] = [
        await journeys.session(ann, 'laptop'),
        await journeys.session(ann, 'phone'),
        await journeys.session(ann, 'library'),
      ];
      const listed = await list(phone);
      expect(listed.slice(0, 3).map(({ client }) => client)).toEqual(browsers.toReversed());
      expect(listed.map(({ current }) => current)).toEqual([false, true, false, false]);

      const { id } = listed.find(({ client }) => client === 'library')!;
      expect((await end(phone, `/${id}`)).status).toBe(200);
      expect(await journeys.refusals({ token: library })).toEqual(['401 session_invalid']);
      expect((await list(laptop)).map(({ client }) => client)).not.toContain('library');

      const others = await end(phone, '');
      expect([others.status, others.body.ended]).toEqual([200, 2]);
      for (const token of [ann.token, laptop])
        expect(await journeys.refusals({ token })).toEqual(['401 session_invalid']);
      expect((await list(phone)).map(({ client }) => client)).toEqual(['phone']);

      const last = await journeys.session(ann);
      expect((await end(last, '?all=true')).body.ended).toBe(2);
      for (const token of [phone, last]) expect(await journeys.refusals({ token })).toEqual(['401 session_invalid']);
      const steps = ['registered', 'email-verified', 'login', 'login', 'login', 'session-ended', 'sessions-ended'];
      const again = await journeys.session(ann);
      expect(await journeys.activity({ token: again })).toEqual([...steps, 'login', 'sessions-ended', 'login']);
      await journeys.mails(ann.email, ...REGISTERED);
    });
  });

  describe('suspend', () => {
    it('refuses login, session and key everywhere within 1 s, charges nothing, and resuming restores all', async () => {
      const ann = await journeys.customer();
      const other = await journeys.session(ann);
      expect((await journeys.summarise(ann.key)).status).toBe(200);
      expect(await journeys.operate('suspend', ann.email)).toContain(ann.id);
      const suspended = ['403 account_suspended'];
      const refused = await Promise.all([
        journeys.refusals({ key: ann.key }),
        journeys.refusals({ token: ann.token }),
        journeys.refusals({ token: other }),
      ]);
      expect(refused).toEqual([suspended, suspended, suspended]);
      expectPrivateError(await journeys.login(ann.email, ann.password), 403, 'account_suspended');
      // Only a login with the right password shows that the account is suspended.
      expectPrivateError(await journeys.login(ann.email, 'a guess'), 401);
      for (let call = 0; call < 5; call++) expect((await journeys.summarise(ann.key)).status).toBe(403);
      expect(await journeys.operate('find', ann.email)).toContain('suspended');

      expect(await journeys.operate('resume', ann.id)).toContain(ann.email);
      expect([await journeys.isSignedIn(ann.token), await journeys.isSignedIn(other)]).toEqual([true, true]);
      expect((await journeys.summarise(ann.key)).headers.get('x-ratelimit-remaining')).toBe('1');
      expect(await usedOf(using(), ann)).toBe(2);
      expect((await journeys.login(ann.email, ann.password)).status).toBe(200);
      const steps = ['registered', 'email-verified', 'key-generated', 'login'];
      expect(await journeys.activity(ann)).toEqual([...steps, 'operator: suspended', 'operator: resumed', 'login']);
      await journeys.mails(ann.email, ...REGISTERED, MAILS.keyGenerated);
    });
  });
}
