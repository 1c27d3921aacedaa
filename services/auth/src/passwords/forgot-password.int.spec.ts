import { eventually } from '@precis/testing/eventually';
import { answersAfterAQuarterSecond } from '../testing/answers-late.js';
import { AuthWorld } from '../testing/auth-world.js';
import { ForgotPassword } from './forgot-password.usecase.js';

const password = 'correct horse';
const MINUTE_MS = 60_000;

describe('a forgotten password', () => {
  let world: AuthWorld;
  beforeEach(async () => void (world = await AuthWorld.start()));
  afterEach(async () => {
    jest.restoreAllMocks();
    await world?.close();
  });

  const forgot = (email: string) => world.gateway().forgotPassword({ email });
  const resets = async () => (await world.mails()).filter(({ kind }) => kind === 'reset-password');

  it('is requested with the same answer in the same time for every address, and only accounts get a mail (ACC-13)', async () => {
    await world.verifiedUser('ada@example.com', password);
    await world.gateway().register({ name: 'G', email: 'grace@example.com', password, referralCode: '' });
    const { user } = await world.verifiedUser('suspended@example.com', password);
    await world.database.query('UPDATE users SET suspended_at = now() WHERE id = $1', [user.id]);
    for (const email of ['ada@example.com', 'grace@example.com', 'suspended@example.com', 'nobody@example.com', 'no']) {
      expect(await answersAfterAQuarterSecond(() => forgot(email))).toEqual({});
    }
    expect(await resets()).toHaveLength(2);
  });

  it('waits only once for the account when requests are simultaneous, so that answers take as long as for unknown addresses (ACC-13)', async () => {
    const { user } = await world.verifiedUser('ada@example.com', password);
    const asked = jest.spyOn(world.app.nest.get(ForgotPassword, { strict: false }), 'execute');
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const answers = Array.from({ length: 100 }, () => forgot('ada@example.com'));
    await eventually('all have arrived', () => asked.mock.calls.length === 100);
    const waiting = () =>
      world.count(`pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    await eventually('one waits', async () => (await waiting()) > 0);
    expect(await waiting()).toBe(1);
    await holder.rollbackTransaction();
    await holder.release();
    expect(await Promise.all(answers)).toEqual(Array(100).fill({}));
    expect(await resets()).toHaveLength(1);
  });

  it('gets a link that is valid for 30 minutes, is not stored in clear text, and ends the older one (ACC-14)', async () => {
    await world.verifiedUser('ada@example.com', password);
    await forgot(' ADA@example.com ');
    const older = await world.newestToken();
    await forgot('ada@example.com');
    const token = await world.newestToken();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const rows = await world.database.query('SELECT m::text AS text FROM mail_requests m');
    expect(JSON.stringify(rows)).not.toContain(token);
    const refused = { kind: 'invalid', code: 'reset_token_invalid' };
    await expect(world.gateway().resetPassword({ token: older, password: 'new horse' })).rejects.toMatchObject(refused);
    world.clock.advance(30 * MINUTE_MS);
    await expect(world.gateway().resetPassword({ token, password: 'new horse' })).rejects.toMatchObject(refused);
    world.clock.advance(-1 * MINUTE_MS);
    await world.gateway().resetPassword({ token, password: 'new horse' });
  });

  it('sends its mail to the address of the account, and none once the account is suspended', async () => {
    const { user } = await world.verifiedUser('Ada@example.com', password);
    await forgot('ada@example.com');
    const [{ mailRequestId }] = await resets();
    const redeem = () => world.as('notifications').redeemMailRequest({ mailRequestId });
    expect(await redeem()).toMatchObject({ superseded: false, address: 'Ada@example.com', kind: 'reset-password' });
    expect((await redeem()).link).toMatch(/^http:\/\/localhost:8080\/reset-password\?token=/);
    await world.database.query('UPDATE users SET suspended_at = now() WHERE id = $1', [user.id]);
    expect(await redeem()).toMatchObject({ superseded: true, address: '', link: '' });
  });
});
