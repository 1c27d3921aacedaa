import { AuthWorld } from '../testing/auth-world.js';
import { FaultyProvider } from './testing/faulty-provider.js';

const password = 'correct horse';
const DAY_MS = 86_400_000;
/** One person at an address for which Google is authoritative, and at one for which it is not. */
const vouched = { sub: 'ada-at-google', email: 'ada@example.com', name: 'Ada', hd: 'example.com' };
const unvouched = { ...vouched, sub: 'ada-elsewhere', hd: '' };
const closing = { kind: 'conflict', code: 'account_closing' };
const invalid = { kind: 'invalid', code: 'link_ticket_invalid' };

describe('a closed account with a Google identity (ACC-73)', () => {
  let provider: FaultyProvider;
  let world: AuthWorld;
  let accountId: string;
  beforeEach(async () => {
    provider = await FaultyProvider.start();
    world = await AuthWorld.start(provider.settings);
    accountId = (await world.verifiedUser(vouched.email, password)).user.id;
    await world.gateway().closeAccount({ accountId, password, sessionId: '' });
  });
  afterEach(async () => {
    await world?.close();
    await provider?.close();
  });

  /** Finishes a sign-in with Google as this person, which is refused with that code; returns the browser's cookie. */
  const comeBack = async (person: typeof unvouched, code: string) => {
    const { url, transaction } = await world.gateway().beginGoogle({});
    const finished = world.gateway().finishGoogle({ ...provider.signIn(url, person), transaction });
    await expect(finished).rejects.toMatchObject({ code });
    return transaction;
  };
  const keep = (transaction: string, keepAccount = true) => world.gateway().keepByGoogle({ transaction, keepAccount });
  const erasedAtMs = async () => (await world.gateway().getUser({ accountId })).user!.erasedAtMs;
  const live = () => world.count('sessions WHERE revoked_at IS NULL');

  it('is kept by the browser that returned from Google, once, also for simultaneous calls', async () => {
    const transaction = await comeBack(vouched, 'account_closing');
    await expect(keep(transaction, false)).rejects.toMatchObject(closing);
    expect([await live(), (await erasedAtMs()) > 0]).toEqual([0, true]);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => keep(transaction)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(keep(transaction)).rejects.toMatchObject(invalid);
    expect([await live(), await erasedAtMs()]).toEqual([1, 0]);
    expect(await world.activity(accountId)).toEqual(expect.arrayContaining(['reopened', 'login-google']));
  });

  it.each(['another browser', 'no sign-in', 'after ten minutes', 'after the identity was removed', 'while suspended'])(
    'stays closed (%s)',
    async (how) => {
      const own = await comeBack(vouched, 'account_closing');
      if (how === 'after ten minutes') world.clock.advance(600_000);
      if (how === 'after the identity was removed') await world.database.query('DELETE FROM google_identities');
      if (how === 'while suspended') await world.database.query('UPDATE users SET suspended_at = now()');
      const other = { 'another browser': (await world.gateway().beginGoogle({})).transaction, 'no sign-in': '' };
      const refusal = how === 'while suspended' ? { code: 'account_suspended' } : invalid;
      await expect(keep(how in other ? other[how as keyof typeof other] : own)).rejects.toMatchObject(refusal);
      expect([await live(), (await erasedAtMs()) > 0]).toEqual([0, true]);
    },
  );

  it('requires its password when Google is not authoritative for the address, and the decision to keep it as well', async () => {
    const transaction = await comeBack(unvouched, 'google_password_needed');
    await expect(keep(transaction)).rejects.toMatchObject(invalid);
    const link = (keepAccount?: boolean) => world.gateway().linkGoogle({ transaction, password, keepAccount });
    await expect(link()).rejects.toMatchObject(closing);
    expect([await live(), await world.count('google_identities')]).toEqual([0, 0]);
    expect((await link(true)).user).toMatchObject({ id: accountId, erasedAtMs: 0, googleLinked: true });
  });

  it('cannot be kept by its owner after the 7 days', async () => {
    world.clock.advance(7 * DAY_MS - 60_000);
    const transaction = await comeBack(vouched, 'account_closing');
    world.clock.advance(60_000);
    await expect(keep(transaction)).rejects.toMatchObject({ kind: 'forbidden', code: 'account_closed' });
    await comeBack(vouched, 'account_closed');
  });
});
