import { eventually } from '@precis/testing/eventually';
import { freshEmail, mailedLinks, mailedToken, register, registerUnverified } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';

/** POST /api/auth/register and /api/auth/resend-verification (ACC-1 to ACC-3, ACC-9, REF-6, REF-7). */
export function registrationContract(using: () => Deployment): void {
  const post = (body: object) => using().call('POST', '/api/auth/register', { body });
  const valid = () => ({ name: 'Ann Canary', email: freshEmail(), password: 'pw-canary' });

  describe('POST /api/auth/register', () => {
    it('200: answers a message and whether the referral code applies, and logs nobody in', async () => {
      const answer = await post(valid());
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        message: 'Registration successful! Please check your email to verify your account.',
        referral_applied: null,
      });
    });

    it.each([
      ['null', null],
      ['empty', ''],
      ['unknown', 'NOBODYS1'],
      ['longer than any code', 'x'.repeat(200)],
      ['a text with control characters', 'AB\0C\r\n'],
      ['markup', '<img src=x>'],
    ])('200: a referral code never blocks: %s', async (_case, referral_code) => {
      const answer = await post({ ...valid(), referral_code });
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
      // Null also while referrals is late (REF-7).
      expect([false, null]).toContain(answer.body.referral_applied);
    });

    it('200: unknown fields are ignored and never stored', async () => {
      const account = { ...valid(), role: 'admin', wallet_balance: 1_000_000, email_verified: true, isAdmin: true };
      expect((await post(account)).status).toBe(200);
      const login = await using().call('POST', '/api/auth/login', { body: account });
      expectPrivateError(login, 403, 'email_not_verified');
    });

    it('200: a password may have exactly 6 characters, and 128', async () => {
      expect((await post({ ...valid(), password: 'abcdef' })).status).toBe(200);
      expect((await post({ ...valid(), password: 'p'.repeat(128) })).status).toBe(200);
    });

    it.each([
      ['name', { name: undefined }],
      ['name', { name: null }],
      ['name', { name: '   ' }],
      ['email', { email: undefined }],
      ['email', { email: '' }],
      ['password', { password: undefined }],
      ['password', { password: null }],
    ])('400: %s is missing (%j)', async (field, change) => {
      const answer = await post({ ...valid(), ...change });
      expectPrivateError(answer, 400, 'missing_parameter');
      expect(answer.body.error).toContain(field);
    });

    it.each([
      ['password', { password: 'abcde' }],
      ['password', { password: 'p'.repeat(129) }],
      ['password', { password: 123456 }],
      ['name', { name: ['Ann'] }],
      ['name', { name: 'n'.repeat(101) }],
      ['email', { email: 42 }],
      ['email', { email: 'ann' }],
      ['email', { email: 'ann@' }],
      ['email', { email: 'ann@customer.example\r\nBcc: b@customer.example' }],
      ['email', { email: `${'a'.repeat(250)}@customer.example` }],
      ['referral_code', { referral_code: 7 }],
    ])('400: %s is wrong (%j)', async (_field, change) => {
      expectPrivateError(await post({ ...valid(), ...change }), 400);
    });

    it('409: a verified e-mail is taken, in any case it is typed in, and its password stays', async () => {
      const account = await register(using());
      const again = await post({
        name: 'Mallory Canary',
        email: account.email.toUpperCase(),
        password: 'pw-canary-another',
      });
      expectPrivateError(again, 409);
      const login = await using().call('POST', '/api/auth/login', {
        body: { email: account.email, password: account.password },
      });
      expect(login.status).toBe(200);
      expect(login.body.user.name).toBe(account.name);
    });

    it('200: an unverified e-mail is sent a new link; the first still works, and ends the second', async () => {
      const account = await registerUnverified(using());
      const first = await mailedToken(using(), account.email);
      expect((await post(account)).status).toBe(200);
      const second = await mailedToken(using(), account.email, 2);
      expect(second).not.toBe(first);
      expect((await using().call('POST', '/api/auth/verify-email', { body: { token: first } })).status).toBe(200);
      expectPrivateError(await using().call('POST', '/api/auth/verify-email', { body: { token: second } }), 400);
    });

    it('10 registrations of one address at the same time make one account, and one of the mailed links works, once', async () => {
      const account = valid();
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(account)));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
      const verifyAll = async () => {
        const links = await mailedLinks(using(), account.email);
        const tokens = links.map((link) => new URL(link).searchParams.get('token'));
        const tried = await Promise.all(
          tokens.map((token) => using().call('POST', '/api/auth/verify-email', { body: { token } })),
        );
        return tried.filter(({ status }) => status === 200).length;
      };
      expect(await eventually('a link that works', async () => (await verifyAll()) || undefined)).toBe(1);
      expect(await verifyAll()).toBe(0);
    });
  });

  describe('POST /api/auth/resend-verification', () => {
    const resend = (body: object) => using().call('POST', '/api/auth/resend-verification', { body });

    it('200: answers the same for a waiting, a verified and an unknown address', async () => {
      const [waiting, verified] = [await registerUnverified(using()), await register(using())];
      const answers = [
        await resend({ email: waiting.email }),
        await resend({ email: verified.email }),
        await resend({ email: freshEmail() }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers[0].body).toEqual({ success: true, message: expect.stringMatching(/\S/) });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('sends a new link to the address that waits, and leaves the old one valid', async () => {
      const { email } = await registerUnverified(using());
      const first = await mailedToken(using(), email);
      expect((await resend({ email })).status).toBe(200);
      const second = await mailedToken(using(), email, 2);
      expect(second).not.toBe(first);
      expect((await using().call('POST', '/api/auth/verify-email', { body: { token: first } })).status).toBe(200);
      expectPrivateError(await using().call('POST', '/api/auth/verify-email', { body: { token: second } }), 400);
    });

    it.each([[{}], [{ email: null }], [{ email: ' ' }], [{ email: 5 }]])('400: %j', async (body) => {
      expectPrivateError(await resend(body), 400);
    });
  });
}
