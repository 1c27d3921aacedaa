import { freshEmail, mailedLinkTo, mailedToken, register, registerUnverified } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { browserAtGoogle } from '../authorisation/people.js';

/** As many as a standalone that shares two cores with three other test files answers within a request's deadline. */
const AT_ONCE = process.env.FULL ? 100 : 20;

/** One link that many callers use at the same moment (ACC-8, ACC-14, ACC-26, ACC-29). */
export function oneWinnerScenario(using: () => Deployment): void {
  const atOnce = (send: (caller: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, caller) => send(caller)));
  const tokenOf = (link: string) => new URL(link).searchParams.get('token')!;
  const sessionsOf = async (token: string) =>
    (await using().call('GET', '/api/auth/sessions', { token })).body.sessions as object[];
  /** Exactly one answer is 200, and is returned; all others refuse a used link. */
  const winnerOf = (answers: Answer[], refusal = 'verification_token_invalid'): Answer => {
    const winners = answers.filter(({ status }) => status === 200);
    for (const answer of answers) if (answer.status !== 200) expectPrivateError(answer, 400, refusal);
    expect([winners.length, answers.length]).toEqual([1, AT_ONCE]);
    return winners[0];
  };

  describe('parallel uses of one link', () => {
    it('a verification link: exactly one verifies, and there is one session', async () => {
      const { email } = await registerUnverified(using());
      const token = await mailedToken(using(), email);
      const verify = () => using().call('POST', '/api/auth/verify-email', { body: { token } });
      const { body } = winnerOf(await atOnce(verify), 'email_already_verified');
      expect(await sessionsOf(body.token)).toHaveLength(1);
    });

    it('a reset link: exactly one sets its password, and the password is that of the one', async () => {
      const { email } = await register(using());
      await using().call('POST', '/api/auth/forgot-password', { body: { email } });
      const token = tokenOf(await mailedLinkTo(using(), email, '/reset-password'));
      const passwordOf = (caller: number) => `pw-canary of ${caller}`;
      const answers = await atOnce((caller) =>
        using().call('POST', '/api/auth/reset-password', { body: { token, password: passwordOf(caller) } }),
      );
      const winner = answers.indexOf(winnerOf(answers, 'reset_token_invalid'));
      expect(await sessionsOf(answers[winner].body.token)).toHaveLength(1);
      const login = (password: string) => using().call('POST', '/api/auth/login', { body: { email, password } });
      expect((await login(passwordOf(winner))).status).toBe(200);
      expect((await login(passwordOf((winner + 1) % AT_ONCE))).status).toBe(401);
    });

    it('a link that changes the address: exactly one changes it', async () => {
      const { name, token } = await register(using());
      const email = freshEmail();
      await using().call('PUT', '/api/user/profile', { token, body: { name, email } });
      const link = tokenOf(await mailedLinkTo(using(), email, '/verify-email'));
      const confirm = () => using().call('POST', '/api/auth/verify-email', { token, body: { token: link } });
      expect(winnerOf(await atOnce(confirm)).body.user).toMatchObject({ email, pending_email: null });
      const { activity } = (await using().call('GET', '/api/user/activity', { token })).body;
      expect(activity.filter(({ kind }: { kind: string }) => kind === 'email-changed')).toHaveLength(1);
    });

    it('a sign-in by Google: exactly one callback gets a token, and every use of that token the same session', async () => {
      const { cookie, query } = await browserAtGoogle(using(), freshEmail());
      const back = await atOnce(() =>
        using().call('GET', `/api/auth/google/callback${query}`, { headers: { cookie } }),
      );
      const tokens = back.flatMap(({ headers }) => {
        const { searchParams } = new URL(headers.get('location')!);
        expect([...searchParams]).toEqual([
          searchParams.has('token') ? ['token', expect.any(String)] : ['error', 'google_state_invalid'],
        ]);
        return searchParams.get('token') ?? [];
      });
      expect(tokens).toHaveLength(1);
      const used = await atOnce(() => using().call('GET', '/api/auth/me', { token: tokens[0], headers: { cookie } }));
      expect(new Set(used.map(({ status }) => status))).toEqual(new Set([200]));
      const sessions = new Set(used.map(({ headers }) => headers.get('x-session-token')));
      expect(sessions.size).toBe(1);
      expect(await sessionsOf([...sessions][0]!)).toHaveLength(1);
    });
  });
}
