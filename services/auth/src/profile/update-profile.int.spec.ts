import { randomUUID } from 'node:crypto';
import { CurrentPassword } from '../passwords/current-password.provider.js';
import { AuthWorld } from '../testing/auth-world.js';

const email = 'Ada@example.com';
const password = 'correct horse';

describe('a profile', () => {
  let world: AuthWorld;
  let accountId: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    accountId = (await world.verifiedUser(email, password)).user.id;
  });
  afterEach(() => world?.close());

  const update = async (fields: { name?: string; email?: string; currentPassword?: string }) =>
    (await world.gateway().updateProfile({ accountId, name: 'Ada', email, currentPassword: '', ...fields })).user!;
  const redeemed = async () =>
    Promise.all(
      (await world.mails())
        .slice(1)
        .map(({ mailRequestId }) => world.as('notifications').redeemMailRequest({ mailRequestId })),
    );

  it('saves a name immediately, and a new e-mail after the use of a link sent there, with a notice to the old one (ACC-25, ACC-26)', async () => {
    const user = await update({ name: ' Ada L. ', email: ' New@Example.com ' });
    expect(user).toMatchObject({ name: 'Ada L.', email, pendingEmail: 'New@Example.com' });
    const [link, notice] = await redeemed();
    expect(link).toMatchObject({ kind: 'change-email', address: 'New@Example.com', superseded: false, name: 'Ada L.' });
    expect(link.link).toMatch(/^http:\/\/localhost:8080\/verify-email\?token=[A-Za-z0-9_-]{43}$/);
    expect(notice).toEqual({
      kind: 'change-email-notice',
      address: email,
      link: expect.stringMatching(/^http:\/\/localhost:8080\/undo-email-change\?token=[A-Za-z0-9_-]{43}$/),
      superseded: false,
      name: 'Ada L.',
    });
    expect(await world.activity(accountId)).toEqual(expect.arrayContaining(['name-changed', 'email-change-asked']));
    await world.gateway().login({ email, password });
  });

  it('has one pending change: a newer one ends the older link, and each sends a notice to the old address', async () => {
    await update({ email: 'one@example.com' });
    await update({ email: 'two@example.com' });
    expect((await redeemed()).map(({ kind, superseded, address }) => [kind, superseded, address])).toEqual([
      ['change-email', true, ''],
      ['change-email-notice', false, email],
      ['change-email', false, 'two@example.com'],
      ['change-email-notice', false, email],
    ]);
  });

  it('ends its pending change when the current e-mail is saved again, in any case and without proof', async () => {
    await update({ email: 'new@example.com' });
    const token = await world.newestToken();
    expect(await update({ email: 'ADA@Example.com' })).toMatchObject({ email: 'ADA@Example.com', pendingEmail: '' });
    await expect(world.gateway().verifyEmail({ token, accountId })).rejects.toMatchObject({
      code: 'verification_token_invalid',
    });
    expect(await world.activity(accountId)).toContain('email-change-cancelled');
    await world.gateway().login({ email, password });
  });

  it('that is saved unchanged changes, records and sends nothing', async () => {
    const [events, activity] = [await world.events(), await world.activity(accountId)];
    await update({});
    expect([await world.events(), await world.activity(accountId)]).toEqual([events, activity]);
  });

  it.each([
    [{ name: ' ' }, 'name_invalid'],
    [{ name: 'Not saved', email: 'no address' }, 'email_invalid'],
    [{ name: 'Not saved', email: 'new@example.com', currentPassword: 'wrong horse' }, 'current_password_wrong'],
  ])('with %j is refused as a whole', async (fields, code) => {
    await expect(update(fields)).rejects.toMatchObject({ kind: 'invalid', code });
    expect(await world.gateway().getUser({ accountId })).toMatchObject({
      user: { name: 'Ada', email, pendingEmail: '' },
    });
    expect(await world.mails()).toHaveLength(1);
  });

  it('accepts the right current password when one is given', async () => {
    expect((await update({ email: 'new@example.com', currentPassword: password })).pendingEmail).toBe(
      'new@example.com',
    );
  });

  it('saves nothing when the password that it was checked against was changed meanwhile', async () => {
    const current = world.app.nest.get(CurrentPassword, { strict: false });
    const prove = current.prove.bind(current);
    const changed = jest.spyOn(current, 'prove').mockImplementation(async (...given) => {
      const how = await prove(...given);
      await world.database.query(`UPDATE users SET password_hash = password_hash || 'x' WHERE id = $1`, [accountId]);
      return how;
    });
    await expect(update({ email: 'new@example.com', currentPassword: password })).rejects.toMatchObject({
      code: 'current_password_wrong',
    });
    expect((await world.gateway().getUser({ accountId })).user).toMatchObject({ email, pendingEmail: '' });
    changed.mockRestore();
  });

  it("cannot get a verified account's e-mail, in any case, but can get that of an unverified one (ACC-41)", async () => {
    await world.verifiedUser('grace@example.com', password);
    await world.gateway().register({ name: 'S', email: 'squatted@example.com', password, referralCode: '' });
    await expect(update({ name: 'Not saved', email: 'GRACE@example.com' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'email_taken',
    });
    expect(await update({ email: 'squatted@example.com' })).toMatchObject({
      name: 'Ada',
      pendingEmail: 'squatted@example.com',
    });
  });

  it('is changed only for an account that exists and is not suspended', async () => {
    const request = { name: 'Ada', email, currentPassword: '' };
    for (const other of [randomUUID(), ''])
      await expect(world.gateway().updateProfile({ ...request, accountId: other })).rejects.toMatchObject({
        code: 'account_not_found',
      });
    await world.database.query('UPDATE users SET suspended_at = now() WHERE id = $1', [accountId]);
    await expect(update({})).rejects.toMatchObject({ kind: 'forbidden', code: 'account_suspended' });
  });
});
