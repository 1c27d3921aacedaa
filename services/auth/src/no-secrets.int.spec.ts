import { eventually } from '@precis/testing/eventually';
import { AuthWorld } from './testing/auth-world.js';

const password = 'canary password 7f3a';
const [resetTo, changedTo] = ['canary reset 51c0', 'canary change 88d2'];
const email = 'Canary.Mail@example.com';
const newEmail = 'Canary.New@example.com';
const lastEmail = 'Canary.Last@example.com';

describe('secrets and addresses', () => {
  let world: AuthWorld;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());

  it('appear in no event, no log line and no error', async () => {
    const errors: string[] = [];
    const note = (error: unknown) =>
      void errors.push(JSON.stringify({ ...(error as object), text: String(error), stack: (error as Error).stack }));
    await world.gateway().register({ name: 'Canary', email, password, referralCode: '' });
    const token = await world.newestToken();
    const { sessionToken } = await world.gateway().verifyEmail({ token });
    const { user } = await world.gateway().login({ email, password });
    const { apiKey } = await world.gateway().generateKey({ accountId: user!.id });
    const rotated = await world.gateway().rotateKey({ accountId: user!.id, graceSeconds: 60 });
    const accountId = user!.id;
    const profile = { accountId, name: 'Canary', currentPassword: '' };
    await world.gateway().forgotPassword({ email });
    const resetToken = await world.newestToken();
    await world.gateway().resetPassword({ token: resetToken, password: '1' }).catch(note);
    const reset = await world.gateway().resetPassword({ token: resetToken, password: resetTo });
    await world.gateway().resetPassword({ token: resetToken, password: resetTo }).catch(note);
    const { sid: sessionId } = JSON.parse(Buffer.from(reset.sessionToken.split('.')[1], 'base64url').toString());
    const passwords = { currentPassword: resetTo, newPassword: changedTo };
    await world.gateway().updatePassword({ accountId, sessionId, ...passwords });
    await world
      .gateway()
      .updatePassword({ accountId, sessionId, ...passwords })
      .catch(note);
    await world.gateway().updateProfile({ ...profile, email: newEmail });
    const changeToken = await world.newestToken();
    await world.gateway().verifyEmail({ token: changeToken }).catch(note);
    await world.gateway().verifyEmail({ token: changeToken, accountId, sessionId });
    await world.gateway().updateProfile({ ...profile, email });
    await world.gateway().verifyEmail({ token: await world.newestToken(), accountId, sessionId });
    await world.gateway().updatePassword({ accountId, sessionId, currentPassword: changedTo, newPassword: password });
    await world.gateway().register({ name: 'x', email, password, referralCode: '' }).catch(note);
    await world
      .gateway()
      .login({ email, password: `${password}x` })
      .catch(note);
    await world
      .gateway()
      .authenticateKey({ apiKey: `${apiKey}x`, client: '' })
      .catch(note);
    // TypeORM's error of a failed statement carries its parameters, which must not reach the log.
    await world.database.query('ALTER TABLE users RENAME COLUMN name TO gone');
    await world
      .gateway()
      .register({ name: 'x', email: 'Canary.Mail+2@example.com', password, referralCode: '' })
      .catch(note);
    await world.gateway().login({ email, password }).catch(note);
    await world
      .gateway()
      .updateProfile({ ...profile, email: lastEmail })
      .catch(note);
    await world.database.query('ALTER TABLE users RENAME COLUMN gone TO name');
    await world.gateway().revokeKey({ accountId: user!.id });
    await eventually(
      'all failures in the log',
      () => world.logLines.filter((line) => line.includes('rpc failed')).length === 3,
    );

    expect(errors).toHaveLength(10);
    const heard = {
      events: (await world.events())
        .map((row) => `${row.key} ${row.type} ${row.payload.toString('latin1')}`)
        .join('\n'),
      log: world.logLines.join('\n'),
      errors: errors.join('\n'),
    };
    for (const [place, text] of Object.entries(heard)) {
      for (const secret of [
        password,
        resetTo,
        changedTo,
        resetToken,
        changeToken,
        reset.sessionToken,
        email,
        newEmail,
        lastEmail,
        'canary.new',
        'canary.last',
        email.toLowerCase(),
        'canary.mail',
        apiKey,
        rotated.apiKey,
        sessionToken,
        token,
        '$argon2id',
      ]) {
        expect([place, secret, text.includes(secret)]).toEqual([place, secret, false]);
      }
    }
  });
});
