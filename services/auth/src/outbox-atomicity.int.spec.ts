import { Bus } from '@precis/events/bus';
import { eventually } from '@precis/testing/eventually';
import { EraseAccounts } from './accounts/erase-accounts.usecase.js';
import { FaultyProvider } from './google/testing/faulty-provider.js';
import { AuthWorld } from './testing/auth-world.js';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', referralCode: '' };
const STATE = [
  'users',
  'mail_requests',
  'sessions',
  'api_keys',
  'activity',
  'account_exports',
  'operator_actions',
  'known_devices',
  'google_identities',
];
const DAY_MS = 86_400_000;

class BusAway extends Bus {
  async publish(): Promise<void> {
    throw new Error('the bus is away');
  }
  async run(): Promise<never> {
    throw new Error('the bus is away');
  }
  async close(): Promise<void> {}
}

describe('state and its event', () => {
  let world: AuthWorld;
  let google: FaultyProvider;
  let accountId: string;
  let sessionId: string;
  beforeEach(async () => {
    google = await FaultyProvider.start();
    world = await AuthWorld.start(google.settings);
    const grace = await world.verifiedUser('grace@example.com');
    accountId = grace.user.id;
    sessionId = JSON.parse(Buffer.from(grace.sessionToken.split('.')[1], 'base64url').toString()).sid;
    await world.gateway().register({ ...ada, email: 'waiting@example.com' });
  });
  afterEach(async () => {
    await world?.close();
    await google?.close();
  });

  const snapshot = async () => {
    const rows = await Promise.all(
      STATE.map((table) => world.database.query(`SELECT t::text FROM ${table} t ORDER BY 1`)),
    );
    return JSON.stringify(rows);
  };
  /** Refuses inserts into the outbox immediately, or every commit that changed state. */
  const refuse = async (what: 'events' | 'commits') => {
    await world.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
    );
    if (what === 'events')
      await world.database.query(
        'CREATE TRIGGER refuse BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION refuse()',
      );
    else {
      const on = (table: string) =>
        `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`;
      for (const table of STATE) await world.database.query(on(table));
    }
  };

  it.each(['events', 'commits'] as const)('are written together: when %s are refused, neither exists', async (what) => {
    const token = await world.newestToken();
    await world.gateway().generateKey({ accountId });
    const other = (await world.verifiedUser('other@example.com')).user.id;
    const { gateway } = world;
    await gateway().forgotPassword({ email: 'other@example.com' });
    const resetToken = await world.newestToken();
    const profile = { accountId, name: 'Grace', currentPassword: '' };
    await gateway().updateProfile({ ...profile, email: 'waiting@example.com' });
    const changeToken = await world.newestToken();
    const { mailRequestId } = (await world.mails()).findLast(({ kind }) => kind === 'change-email-notice')!;
    const notice = await world.as('notifications').redeemMailRequest({ mailRequestId });
    const undoToken = new URL(notice.link).searchParams.get('token')!;
    const passwords = { currentPassword: 'correct horse', newPassword: 'new horse' };
    const closed = { email: 'closed@example.com', password: 'correct horse' };
    const closedId = (await world.verifiedUser(closed.email)).user.id;
    await world.gateway().closeAccount({ accountId: closedId, password: closed.password, sessionId: '' });
    const { accountId: unverified } = await world.as('operator').findAccount({ emailOrAccount: 'waiting@example.com' });
    const signIns = await Promise.all(
      ['newcomer@example.com', 'waiting@example.com', 'grace@example.com'].map(async (email) => {
        const { url, transaction } = await world.gateway().beginGoogle({});
        return { ...google.signIn(url, { sub: email, email, hd: 'example.com' }), transaction };
      }),
    );
    const begun = await world.gateway().beginGoogle({});
    const { transaction } = begun;
    const unvouched = { sub: 'unvouched', email: 'other@example.com' };
    await expect(
      world.gateway().finishGoogle({ ...google.signIn(begun.url, unvouched), transaction }),
    ).rejects.toMatchObject({ code: 'google_password_needed' });
    const closing = await world.gateway().beginGoogle({});
    const ofClosed = google.signIn(closing.url, { sub: 'closed', email: closed.email, hd: 'example.com' });
    await expect(world.gateway().finishGoogle({ ...ofClosed, transaction: closing.transaction })).rejects.toMatchObject(
      { code: 'account_closing' },
    );
    const before = await snapshot();
    const events = (await world.events()).length;
    await refuse(what);
    const calls: Record<string, () => Promise<unknown>> = {
      register: () => world.gateway().register(ada),
      registerAgain: () => world.gateway().register({ ...ada, name: 'New', email: 'waiting@example.com' }),
      resend: () => world.gateway().resendVerification({ email: 'waiting@example.com' }),
      forgot: () => gateway().forgotPassword({ email: 'grace@example.com' }),
      reset: () => gateway().resetPassword({ token: resetToken, password: 'new horse' }),
      updatePassword: () => gateway().updatePassword({ accountId, sessionId, ...passwords }),
      updateProfile: () => gateway().updateProfile({ ...profile, email: 'new@example.com' }),
      changeEmail: () => gateway().verifyEmail({ token: changeToken, accountId, sessionId }),
      verify: () => world.gateway().verifyEmail({ token }),
      generate: () => world.gateway().generateKey({ accountId: other }),
      rotate: () => world.gateway().rotateKey({ accountId, graceSeconds: 0 }),
      revoke: () => world.gateway().revokeKey({ accountId }),
      close: () => world.gateway().closeAccount({ accountId, password: ada.password, sessionId: '' }),
      reopen: () => world.gateway().login({ ...closed, keepAccount: true }),
      reopenByGoogle: () => world.gateway().keepByGoogle({ transaction: closing.transaction, keepAccount: true }),
      resendByOperator: () =>
        world
          .as('operator')
          .resendMail({ accountId: unverified, kind: 'verify-email', operator: { name: 'Ole', reason: 'asked' } }),
      googleCreates: () => world.gateway().finishGoogle(signIns[0]),
      googleTakesOver: () => world.gateway().finishGoogle(signIns[1]),
      googleLinks: () => world.gateway().finishGoogle(signIns[2]),
      googleLinksByPassword: () => world.gateway().linkGoogle({ transaction, password: 'correct horse' }),
      undoChange: () => world.gateway().undoEmailChange({ token: undoToken }),
      // Last, because only then is it due, and nothing else works at that time.
      erase: async () => {
        world.clock.advance(7 * DAY_MS);
        await world.app.nest.get(EraseAccounts, { strict: false }).execute();
      },
    };
    for (const [name, call] of Object.entries(calls)) {
      await expect(call()).rejects.toThrow(name === 'erase' ? 'refused' : 'Internal error');
      expect([name, await snapshot(), (await world.events()).length]).toEqual([name, before, events]);
    }
  });

  it('reach the bus also when the process ended between commit and publishing', async () => {
    world.env.GRPC_URL = `unix:${world.folder}/cut-off.sock`;
    await world.app.close();
    const cutOff = await world.startApp(new BusAway());
    await world.as('gateway', `${world.folder}/cut-off.sock`).register(ada);
    await cutOff.close();
    const types = new Map<string | null, string[]>();
    await world.bus.run(
      'test',
      ['auth.user.v1'],
      async ({ key, headers }) => void types.set(key, [...(types.get(key) ?? []), headers.type]),
    );
    world.app = await world.startApp();
    await eventually('the events of all three registrations', () => [...types.values()].flat().length === 7);
    // Only events of one key are in order: other accounts have other partitions.
    const unverified = ['user-registered', 'mail-requested'];
    expect([...types.values()].sort((one, other) => one.length - other.length)).toEqual([
      unverified,
      unverified,
      [...unverified, 'email-verified'],
    ]);
  });
});
