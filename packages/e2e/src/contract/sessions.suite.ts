import { type Account, generateApiKey, mailedToken, register, registerUnverified } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';
import { userShape } from './answer-shapes.js';

/** Login, me, logout and e-mail verification (ACC-7, ACC-17 to ACC-23, API-8). */
export function sessionContract(using: () => Deployment): void {
  let ann: Account;
  beforeAll(async () => {
    ann = await register(using());
  });
  const login = (body: object) => using().call('POST', '/api/auth/login', { body });

  describe('POST /api/auth/login', () => {
    it('200: answers token and user', async () => {
      const answer = await login({ email: ann.email, password: ann.password });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        user: userShape(ann),
      });
    });

    it('200: the address may be typed in any case', async () => {
      expect((await login({ email: ann.email.toUpperCase(), password: ann.password })).status).toBe(200);
    });

    it('the token carries exp in seconds, at most 24 hours ahead', async () => {
      const { body } = await login({ email: ann.email, password: ann.password });
      const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString()) as { exp: number };
      const ahead = claims.exp - Date.now() / 1_000;
      expect(ahead).toBeGreaterThan(60);
      expect(ahead).toBeLessThanOrEqual(86_400 + 5);
    });

    it('401: a wrong password and an unknown e-mail get the same answer', async () => {
      const wrong = await login({ email: ann.email, password: 'not-the-password' });
      const unknown = await login({ email: 'nobody@customer.example', password: 'not-the-password' });
      expect(expectPrivateError(wrong, 401)).toBe(expectPrivateError(unknown, 401));
      expect(wrong.body.error).toBe(unknown.body.error);
    });

    it('403: an unverified e-mail, and only after the right password', async () => {
      const waiting = await registerUnverified(using());
      expectPrivateError(await login({ email: waiting.email, password: 'not-the-password' }), 401);
      expectPrivateError(await login({ email: waiting.email, password: waiting.password }), 403, 'email_not_verified');
    });

    it.each([
      [{}],
      [{ email: 'a@b.example' }],
      [{ password: 'pw-canary' }],
      [{ email: null, password: null }],
      [{ email: 1, password: 'pw-canary' }],
      [{ email: 'a@b.example', password: {} }],
    ])('400: %j', async (body) => void expectPrivateError(await login(body), 400));
  });

  describe('GET /api/auth/me', () => {
    it('200: answers the user, and the same as data', async () => {
      const answer = await using().call('GET', '/api/auth/me', { token: ann.token });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, user: userShape(ann), data: answer.body.user });
      expect(answer.body.user).not.toHaveProperty('apiKey');
    });

    it('200: carries the full key once there is one', async () => {
      const bob = await register(using());
      const key = await generateApiKey(using(), bob);
      const { body } = await using().call('GET', '/api/auth/me', { token: bob.token });
      expect(body.user).toEqual({ ...userShape(bob), apiKey: key });
      expect((await login({ email: bob.email, password: bob.password })).body.user.apiKey).toBe(key);
    });

    it('401: without a session', async () => {
      expectPrivateError(await using().call('GET', '/api/auth/me'), 401);
    });
  });

  describe('POST /api/auth/logout', () => {
    it('200: ends this session and no other', async () => {
      const { body } = await login({ email: ann.email, password: ann.password });
      const answer = await using().call('POST', '/api/auth/logout', { token: body.token });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, message: 'You have been logged out' });
      expect((await using().call('GET', '/api/auth/me', { token: ann.token })).status).toBe(200);
    });

    it('401: without a session', async () => {
      expectPrivateError(await using().call('POST', '/api/auth/logout'), 401);
    });
  });

  describe('POST /api/auth/verify-email', () => {
    const verify = (body: object) => using().call('POST', '/api/auth/verify-email', { body });

    it('200: answers token and user of a session; the link works once', async () => {
      const waiting = await registerUnverified(using());
      const token = await mailedToken(using(), waiting.email);
      const answer = await verify({ token });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, token: expect.any(String), user: userShape(waiting) });
      expect((await using().call('GET', '/api/auth/me', { token: answer.body.token })).status).toBe(200);
      expectPrivateError(await verify({ token }), 400);
    });

    it('of 20 uses of one link at the same time exactly one is answered with a session', async () => {
      const waiting = await registerUnverified(using());
      const token = await mailedToken(using(), waiting.email);
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify({ token })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    });

    it.each([
      [{}],
      [{ token: null }],
      [{ token: '' }],
      [{ token: 'nonsense' }],
      [{ token: 'A'.repeat(43) }],
      [{ token: 5 }],
    ])('400: %j', async (body) => {
      expectPrivateError(await verify(body), 400);
    });
  });
}
