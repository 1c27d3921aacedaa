import { FaultyProvider } from './google/testing/faulty-provider.js';
import { type AuthRpc, AuthWorld } from './testing/auth-world.js';
import { startReplyCutter } from './testing/reply-cutter.js';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', referralCode: '' };
const lost = { kind: 'unavailable', code: 'service_unavailable' };

/** Each call runs over a connection that is cut when the reply comes back; then the client repeats it over a good one. */
describe('a reply lost after the commit', () => {
  let world: AuthWorld;
  let cutter: Awaited<ReturnType<typeof startReplyCutter>>;
  beforeEach(async () => {
    world = await AuthWorld.start();
    cutter = await startReplyCutter(`${world.folder}/auth.sock`, `${world.folder}/cut.sock`);
  });
  afterEach(async () => {
    await cutter.close();
    await world?.close();
  });

  const lose = async (call: (client: AuthRpc) => Promise<unknown>, caller = 'gateway') => {
    await expect(call(world.as(caller, `${world.folder}/cut.sock`))).rejects.toMatchObject(lost);
    expect(cutter.replies()).toBe(1);
  };
  const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sid;

  it('of Register: the repeat makes no second account, and its link works', async () => {
    await lose((client) => client.register(ada));
    await world.gateway().register(ada);
    expect(await world.count('users')).toBe(1);
    expect((await world.gateway().verifyEmail({ token: await world.newestToken() })).user!.email).toBe(ada.email);
  });

  it('of ResendVerification: the repeat sends a second link, and the first still works', async () => {
    await world.gateway().register(ada);
    const first = await world.newestToken();
    await lose((client) => client.resendVerification({ email: ada.email }));
    await world.gateway().resendVerification({ email: ada.email });
    expect(await world.count('mail_requests WHERE superseded_at IS NULL')).toBe(3);
    await world.gateway().verifyEmail({ token: first });
  });

  it('of VerifyEmail: the e-mail is verified once, the link stays used and the password works', async () => {
    await world.gateway().register(ada);
    const token = await world.newestToken();
    await lose((client) => client.verifyEmail({ token }));
    await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject({ code: 'email_already_verified' });
    expect((await world.gateway().login(ada)).user!.emailVerified).toBe(true);
    expect((await world.events()).filter((row) => row.type === 'email-verified')).toHaveLength(1);
  });

  it('of ForgotPassword: the repeat sends a second link, which ends the first', async () => {
    await world.verifiedUser();
    await lose((client) => client.forgotPassword({ email: ada.email }));
    const first = await world.newestToken();
    await world.gateway().forgotPassword({ email: ada.email });
    await expect(world.gateway().resetPassword({ token: first, password: 'new horse' })).rejects.toMatchObject({
      code: 'reset_token_invalid',
    });
    await world.gateway().resetPassword({ token: await world.newestToken(), password: 'new horse' });
  });

  it('of ResetPassword: the password is set once, the link stays spent and the new password logs in', async () => {
    await world.verifiedUser();
    await world.gateway().forgotPassword({ email: ada.email });
    const token = await world.newestToken();
    await lose((client) => client.resetPassword({ token, password: 'new horse' }));
    await expect(world.gateway().resetPassword({ token, password: 'new horse' })).rejects.toMatchObject({
      code: 'reset_token_invalid',
    });
    await world.gateway().login({ email: ada.email, password: 'new horse' });
    expect((await world.events()).filter((row) => row.type === 'password-changed')).toHaveLength(1);
  });

  it('of UpdatePassword: the password is the new one, and the repeat reports the current one as wrong', async () => {
    const { user, sessionToken } = await world.verifiedUser();
    const change = { currentPassword: ada.password, newPassword: 'new horse' };
    const request = { accountId: user.id, sessionId: sidOf(sessionToken), ...change };
    await lose((client) => client.updatePassword(request));
    await expect(world.gateway().updatePassword(request)).rejects.toMatchObject({ code: 'current_password_wrong' });
    await world.gateway().authenticateSession({ sessionId: request.sessionId });
    await world.gateway().login({ email: ada.email, password: 'new horse' });
    expect((await world.events()).filter((row) => row.type === 'password-changed')).toHaveLength(1);
  });

  it('of UpdateProfile: the repeat saves the same, and its link is the one that works', async () => {
    const { user, sessionToken } = await world.verifiedUser();
    const accountId = user.id;
    const request = { accountId, name: 'Ada L.', email: 'new@example.com', currentPassword: '' };
    await lose((client) => client.updateProfile(request));
    const first = await world.newestToken();
    expect((await world.gateway().updateProfile(request)).user).toMatchObject({ name: 'Ada L.', email: ada.email });
    await expect(world.gateway().verifyEmail({ token: first, accountId })).rejects.toMatchObject({
      code: 'verification_token_invalid',
    });
    await world.gateway().verifyEmail({ token: await world.newestToken(), accountId, sessionId: sidOf(sessionToken) });
  });

  it('of VerifyEmail for a new e-mail: it is changed once, the link stays spent, and the session stays valid', async () => {
    const { user, sessionToken } = await world.verifiedUser();
    const [accountId, sessionId] = [user.id, sidOf(sessionToken)];
    await world.gateway().updateProfile({ accountId, name: 'Ada', email: 'new@example.com', currentPassword: '' });
    const token = await world.newestToken();
    await lose((client) => client.verifyEmail({ token, accountId, sessionId }));
    await expect(world.gateway().verifyEmail({ token, accountId })).rejects.toMatchObject({
      code: 'verification_token_invalid',
    });
    expect((await world.gateway().getUser({ accountId })).user!.email).toBe('new@example.com');
    await world.gateway().authenticateSession({ sessionId });
    expect((await world.events()).filter((row) => row.type === 'email-changed')).toHaveLength(1);
  });

  it('of UndoEmailChange: the change is undone once, the link stays spent, and the reset link works', async () => {
    const { user } = await world.verifiedUser();
    const accountId = user.id;
    await world.gateway().updateProfile({ accountId, name: 'Ada', email: 'new@example.com', currentPassword: '' });
    const { mailRequestId } = (await world.mails()).findLast(({ kind }) => kind === 'change-email-notice')!;
    const { link } = await world.as('notifications').redeemMailRequest({ mailRequestId });
    const token = new URL(link).searchParams.get('token')!;
    await lose((client) => client.undoEmailChange({ token }));
    await expect(world.gateway().undoEmailChange({ token })).rejects.toMatchObject({ code: 'undo_link_invalid' });
    await world.gateway().resetPassword({ token: await world.newestToken(), password: 'new horse' });
    expect((await world.gateway().login({ ...ada, password: 'new horse' })).user!.email).toBe(ada.email);
  });

  it('of Login: the repeat opens a session of its own', async () => {
    await world.verifiedUser();
    await lose((client) => client.login(ada));
    const { sessionToken } = await world.gateway().login(ada);
    await world.gateway().authenticateSession({ sessionId: sidOf(sessionToken) });
  });

  it('of Logout: the session has ended, and the repeat succeeds', async () => {
    const sessionId = sidOf((await world.verifiedUser()).sessionToken);
    await lose((client) => client.logout({ sessionId }));
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toEqual([sessionId]);
    await world.gateway().logout({ sessionId });
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toEqual([sessionId]);
  });

  it('of GenerateKey: the repeat is refused and the key can be read', async () => {
    const accountId = (await world.verifiedUser()).user.id;
    await lose((client) => client.generateKey({ accountId }));
    await expect(world.gateway().generateKey({ accountId })).rejects.toMatchObject({ code: 'api_key_exists' });
    const { apiKey } = (await world.gateway().getUser({ accountId })).user!;
    expect(await world.gateway().authenticateKey({ apiKey, client: '' })).toMatchObject({ accountId });
  });

  it('of RotateKey: the repeat ends the key whose answer was lost, and the one in use keeps its grace (KEY-6)', async () => {
    const accountId = (await world.verifiedUser()).user.id;
    const { apiKey: deployed } = await world.gateway().generateKey({ accountId });
    await lose((client) => client.rotateKey({ accountId, graceSeconds: 600 }));
    const untold = (await world.gateway().getUser({ accountId })).user!.apiKey;
    const { apiKey, oldKeyValidUntilMs } = await world.gateway().rotateKey({ accountId, graceSeconds: 600 });
    expect(await world.gateway().authenticateKey({ apiKey: deployed, client: '' })).toMatchObject({
      accountId,
      validUntilMs: oldKeyValidUntilMs,
    });
    await expect(world.gateway().authenticateKey({ apiKey: untold, client: '' })).rejects.toMatchObject({
      code: 'api_key_invalid',
    });
    expect((await world.gateway().getUser({ accountId })).user!.apiKey).toBe(apiKey);
  });

  it('of FinishGoogle and RedeemHandoff: there is one account, and the sign-in starts again or returns the same session', async () => {
    const google = await FaultyProvider.start();
    Object.assign(world.env, google.settings, { GRPC_URL: `unix:${world.folder}/google.sock` });
    const withGoogle = await world.startApp();
    const path = `${world.folder}/google.sock`;
    const cut = await startReplyCutter(path, `${world.folder}/google-cut.sock`);
    try {
      const begin = async () => {
        const { url, transaction } = await world.as('gateway', path).beginGoogle({});
        return { ...google.signIn(url, { sub: 'ada', email: ada.email }), transaction };
      };
      const overCutLine = world.as('gateway', `${world.folder}/google-cut.sock`);
      const first = await begin();
      await expect(overCutLine.finishGoogle(first)).rejects.toMatchObject(lost);
      await expect(world.as('gateway', path).finishGoogle(first)).rejects.toMatchObject({
        code: 'google_state_invalid',
      });
      const second = await begin();
      const { handoffToken } = await world.as('gateway', path).finishGoogle(second);
      expect([await world.count('users'), await world.count('sessions')]).toEqual([1, 2]);
      const handoff = { handoffToken, transaction: second.transaction };
      await expect(overCutLine.redeemHandoff(handoff)).rejects.toMatchObject(lost);
      const { user } = await world.as('gateway', path).redeemHandoff(handoff);
      expect([user!.email, await world.count('sessions')]).toEqual([ada.email, 2]);
    } finally {
      await cut.close();
      await withGoogle.close();
      await google.close();
    }
  });

  it('of RevokeKey: the key is revoked, and the repeat reports that there is none', async () => {
    const accountId = (await world.verifiedUser()).user.id;
    const { apiKey } = await world.gateway().generateKey({ accountId });
    await lose((client) => client.revokeKey({ accountId }));
    await expect(world.gateway().authenticateKey({ apiKey, client: '' })).rejects.toMatchObject({
      code: 'api_key_invalid',
    });
    await expect(world.gateway().revokeKey({ accountId })).rejects.toMatchObject({ code: 'api_key_absent' });
    expect((await world.events()).filter((row) => row.type === 'api-key-revoked')).toHaveLength(1);
  });

  it('of EndSession and EndSessions: the sessions have ended, and the repeat succeeds and records nothing more', async () => {
    const { user, sessionToken } = await world.verifiedUser();
    const [accountId, sessionId] = [user.id, sidOf(sessionToken)];
    await lose((client) => client.endSession({ accountId, sessionId }));
    await world.gateway().endSession({ accountId, sessionId });
    expect(await world.gateway().endSessions({ accountId, exceptSessionId: '' })).toEqual({ ended: 0 });
    expect(await world.count(`activity WHERE kind IN ('session-ended', 'sessions-ended')`)).toBe(1);
  });

  it('of CloseAccount: the repeat succeeds and does not move the time of erasure', async () => {
    const { user, sessionToken } = await world.verifiedUser();
    const request = { accountId: user.id, password: ada.password, sessionId: sidOf(sessionToken) };
    await lose((client) => client.closeAccount(request));
    const { erasedAtMs } = (await world.gateway().getUser({ accountId: user.id })).user!;
    expect(await world.gateway().closeAccount(request)).toEqual({ erasedAtMs });
    expect((await world.events()).filter((row) => row.type === 'account-closed')).toHaveLength(1);
  });

  it('of SuspendAccount and ResumeAccount: the repeat changes nothing, and both commands are logged', async () => {
    const { user, sessionToken } = await world.verifiedUser();
    const command = { accountId: user.id, operator: { name: 'Ole', reason: 'asked' } };
    await lose((client) => client.suspendAccount(command), 'operator');
    await world.as('operator').suspendAccount(command);
    expect(await world.count(`activity WHERE kind = 'suspended'`)).toBe(1);
    expect(await world.count('operator_actions')).toBe(2);
    await world.as('operator').resumeAccount(command);
    await world.as('operator').resumeAccount(command);
    await world.gateway().authenticateSession({ sessionId: sidOf(sessionToken) });
    expect(await world.count(`activity WHERE kind = 'resumed'`)).toBe(1);
  });
});
