import { MailRequested } from '@precis/proto/events/auth/v1/user';
import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const ada = { name: 'Ada', email: 'Ada@example.com', password: 'correct horse', referralCode: '' };

describe('redeeming a mail request', () => {
  let world: AuthWorld;
  beforeEach(async () => {
    world = await AuthWorld.start();
    await world.gateway().register(ada);
  });
  afterEach(() => world?.close());

  const newestId = async () =>
    MailRequested.decode((await world.events()).findLast((row) => row.type === 'mail-requested')!.payload)
      .mailRequestId;

  it('returns address, name and link, the same at every repeat', async () => {
    const mailRequestId = await newestId();
    const first = await world.as('notifications').redeemMailRequest({ mailRequestId });
    expect(first).toMatchObject({ superseded: false, address: 'Ada@example.com', name: 'Ada', kind: 'verify-email' });
    expect(first.link).toMatch(/^http:\/\/localhost:8080\/verify-email\?token=[A-Za-z0-9_-]{43}$/);
    expect(await world.as('notifications').redeemMailRequest({ mailRequestId })).toEqual(first);
  });

  it('stores only a hash of the link in the database', async () => {
    const token = await world.newestToken();
    const [row] = await world.database.query('SELECT m::text AS text FROM mail_requests m');
    expect(row.text).not.toContain(token);
    expect(row.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('returns a link and name of its own for each request, and superseded without an address once one link was used', async () => {
    const first = await newestId();
    await world.gateway().register({ ...ada, name: 'Grace' });
    const second = await newestId();
    const redeem = (mailRequestId: string) => world.as('notifications').redeemMailRequest({ mailRequestId });
    const [one, two] = [await redeem(first), await redeem(second)];
    expect([one, two]).toMatchObject([
      { superseded: false, name: 'Ada' },
      { superseded: false, name: 'Grace' },
    ]);
    expect(one.link).not.toBe(two.link);
    await world.gateway().verifyEmail({ token: new URL(one.link).searchParams.get('token')! });
    for (const id of [first, second])
      expect(await redeem(id)).toEqual({ superseded: true, address: '', name: '', link: '', kind: 'verify-email' });
  });

  it('returns superseded once the link has expired', async () => {
    const mailRequestId = await newestId();
    world.clock.advance(86_400_000);
    expect((await world.as('notifications').redeemMailRequest({ mailRequestId })).superseded).toBe(true);
  });

  it('returns for the notice of an e-mail change the link that undoes it, as long as the account exists', async () => {
    const { user, sessionToken } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    await world
      .gateway()
      .updateProfile({ accountId: user!.id, name: 'Ada', email: 'new@example.com', currentPassword: '' });
    const token = await world.newestToken();
    const mailRequestId = await newestId();
    await world.gateway().verifyEmail({ token, accountId: user!.id, sessionId: sessionIdOf(sessionToken) });
    world.clock.advance(2 * 86_400_000);
    expect(await world.as('notifications').redeemMailRequest({ mailRequestId })).toEqual({
      superseded: false,
      address: 'Ada@example.com',
      name: 'Ada',
      link: expect.stringMatching(/^http:\/\/localhost:8080\/undo-email-change\?token=/),
      kind: 'change-email-notice',
    });
  });

  it.each([randomUUID(), 'x', ''])('reports the request %j as unknown', async (mailRequestId) => {
    await expect(world.as('notifications').redeemMailRequest({ mailRequestId })).rejects.toMatchObject({
      kind: 'not_found',
      code: 'mail_request_unknown',
    });
  });
});
