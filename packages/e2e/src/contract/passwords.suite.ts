import {
  type Account,
  freshEmail,
  mailedLinkTo,
  mailedToken,
  register,
  registerUnverified,
} from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { userShape } from './answer-shapes.js';

const DEVICE = /^__Host-device=[^;]+; Path=\/; Max-Age=31536000; Secure; HttpOnly; SameSite=Strict$/;

/** Forgot, reset and change of password (ACC-13 to ACC-16, ACC-56). */
export function passwordContract(using: () => Deployment): void {
  const forgot = (body: object) => using().call('POST', '/api/auth/forgot-password', { body });
  const reset = (body: object) => using().call('POST', '/api/auth/reset-password', { body });
  const update = (token: string | undefined, body: object) =>
    using().call('PUT', '/api/auth/update-password', { token, body });
  const login = ({ email }: { email: string }, password: string) =>
    using().call('POST', '/api/auth/login', { body: { email, password } });
  const isSignedIn = async (token: string) => (await using().call('GET', '/api/auth/me', { token })).status === 200;
  const resetToken = async (email: string, mails = 1) =>
    new URL(await mailedLinkTo(using(), email, '/reset-password', mails)).searchParams.get('token')!;
  /** An ended session is refused within 1 s (ACC-20). */
  const isEnded = async (token: string) => {
    const deadline = Date.now() + 5_000;
    while (await isSignedIn(token)) if (Date.now() > deadline) return false;
    return true;
  };
  const same = ({ status, text, headers }: Answer) => ({
    status,
    text,
    headers: [...headers.keys()].filter((name) => name !== 'date').sort(),
  });

  describe('POST /api/auth/forgot-password', () => {
    it('200: answers the same for a verified, a waiting and an unknown address', async () => {
      const answers = [
        await forgot({ email: (await register(using())).email }),
        await forgot({ email: (await registerUnverified(using())).email }),
        await forgot({ email: freshEmail() }),
      ];
      expect(answers[0].body).toEqual({ success: true, message: expect.stringMatching(/\S/) });
      for (const answer of answers) expect(same(answer)).toEqual({ ...same(answers[0]), status: 200 });
    });

    it.each([[{}], [{ email: null }], [{ email: ' ' }], [{ email: 5 }], [{ email: 'a'.repeat(255) }]])(
      '400: %j',
      async (body) => void expectPrivateError(await forgot(body), 400),
    );
  });

  describe('POST /api/auth/reset-password', () => {
    it('200: sets the password, ends other sessions and logs in with a known device; the link works once', async () => {
      const ann = await register(using());
      await forgot({ email: ann.email });
      const token = await resetToken(ann.email);
      const answer = await reset({ token, password: 'pw-canary-new' });
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
      expect(answer.body).toEqual({ success: true, token: expect.any(String), user: userShape(ann) });
      expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(DEVICE)]);
      expect(await isSignedIn(answer.body.token)).toBe(true);
      expect(await isEnded(ann.token)).toBe(true);
      expectPrivateError(await login(ann, ann.password), 401);
      expect((await login(ann, 'pw-canary-new')).status).toBe(200);
      expectPrivateError(await reset({ token, password: 'pw-canary-more' }), 400);
    });

    it('200: verifies the e-mail of an address that waited', async () => {
      const waiting = await registerUnverified(using());
      await mailedToken(using(), waiting.email);
      await forgot({ email: waiting.email });
      const answer = await reset({ token: await resetToken(waiting.email), password: 'pw-canary-new' });
      expect({ status: answer.status, verified: answer.body.user?.email_verified }).toEqual({
        status: 200,
        verified: true,
      });
    });

    it('400: a link that a newer one replaced; a password that is refused leaves the link', async () => {
      const ann = await register(using());
      await forgot({ email: ann.email });
      const first = await resetToken(ann.email);
      await forgot({ email: ann.email });
      const second = await resetToken(ann.email, 2);
      expectPrivateError(await reset({ token: first, password: 'pw-canary-new' }), 400);
      expectPrivateError(await reset({ token: second, password: 'short' }), 400, 'invalid_parameter');
      expect((await reset({ token: second, password: 'pw-canary-new' })).status).toBe(200);
    });

    it.each([
      [{}],
      [{ token: 'nonsense', password: 'pw-canary' }],
      [{ token: 'A'.repeat(43), password: 'pw-canary' }],
      [{ token: '', password: 'pw-canary' }],
      [{ token: 'nonsense', password: 'p'.repeat(129) }],
    ])('400: %j', async (body) => void expectPrivateError(await reset(body), 400));
  });

  describe('PUT /api/auth/update-password', () => {
    let ann: Account;
    beforeEach(async () => {
      ann = await register(using());
    });

    it('200: changes it, and ends every session but the one that asks', async () => {
      const other = (await login(ann, ann.password)).body.token as string;
      const answer = await update(ann.token, { currentPassword: ann.password, newPassword: 'pw-canary-new' });
      expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Password updated successfully!' }]);
      expect(await isEnded(other)).toBe(true);
      expect(await isSignedIn(ann.token)).toBe(true);
      expect((await login(ann, 'pw-canary-new')).status).toBe(200);
    });

    it.each([['wrong'], [''], [null], [undefined]])(
      '400 for the current password %j while there is one, never 401, and it stays',
      async (currentPassword) => {
        expectPrivateError(await update(ann.token, { currentPassword, newPassword: 'pw-canary-new' }), 400);
        expect((await login(ann, ann.password)).status).toBe(200);
      },
    );

    it('400 for a new one that is too short or too long, 401 without a session', async () => {
      for (const newPassword of ['short', 'p'.repeat(129), '', null, 123456])
        expectPrivateError(await update(ann.token, { currentPassword: ann.password, newPassword }), 400);
      expectPrivateError(await update(undefined, { newPassword: 'pw-canary-new' }), 401);
    });
  });

  describe('the cookie of a device', () => {
    it('comes with a login and a verification', async () => {
      const ann = await register(using());
      const answer = await login(ann, ann.password);
      expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(DEVICE)]);
    });
  });
}
