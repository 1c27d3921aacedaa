import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const operator = { name: ' Ole ', reason: ' asked by the owner ' };
const unknown = { kind: 'not_found', code: 'account_not_found' };

describe('the commands of operators (ACC-45)', () => {
  let world: AuthWorld;
  let accountId: string;
  let sessionId: string;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());
  beforeEach(async () => {
    const { user, sessionToken } = await world.verifiedUser(`${randomUUID()}@example.com`);
    [accountId, sessionId] = [user.id, sessionIdOf(sessionToken)];
  });

  const rpc = () => world.as('operator');
  const commands = (account: string, by: typeof operator | undefined): [string, () => Promise<unknown>][] => [
    ['inspect', () => rpc().inspectAccount({ accountId: account, operator: by })],
    ['suspend', () => rpc().suspendAccount({ accountId: account, operator: by })],
    ['resume', () => rpc().resumeAccount({ accountId: account, operator: by })],
    ['resend', () => rpc().resendMail({ accountId: account, kind: 'verify-email', operator: by })],
    ['end sessions', () => rpc().endSessionsByOperator({ accountId: account, operator: by })],
    ['note', () => rpc().noteOperatorAction({ accountId: account, kind: 'term-granted', operator: by })],
  ];
  const actions = (account = accountId) =>
    world.database.query(
      'SELECT kind, operator, reason FROM operator_actions WHERE account_id = $1 ORDER BY at, kind',
      [account],
    );
  const activity = async () =>
    (await world.gateway().listActivity({ accountId, before: '', limit: 100 })).entries
      .filter(({ by }) => by === 'operator')
      .map(({ kind }) => kind);

  it.each([
    [undefined, 'operator_name_invalid'],
    [{ name: '', reason: 'x' }, 'operator_name_invalid'],
    [{ name: '  ', reason: 'x' }, 'operator_name_invalid'],
    [{ name: 'x'.repeat(201), reason: 'x' }, 'operator_name_invalid'],
    [{ name: 'O\0', reason: 'x' }, 'operator_name_invalid'],
    [{ name: 'Ole', reason: '' }, 'operator_reason_invalid'],
    [{ name: 'Ole', reason: 'x'.repeat(201) }, 'operator_reason_invalid'],
  ])('are refused, and do nothing, for the operator %j', async (by, code) => {
    const [events, noted] = [(await world.events()).length, await world.count('operator_actions')];
    for (const [name, command] of commands(accountId, by)) {
      const error = await command().catch((failure: unknown) => failure);
      expect([name, error]).toMatchObject([name, { kind: 'invalid', code }]);
    }
    expect(await actions()).toEqual([]);
    expect([(await world.events()).length, await world.count('operator_actions')]).toEqual([events, noted]);
    expect((await world.gateway().getUser({ accountId })).user!.suspended).toBe(false);
  });

  it.each([randomUUID(), 'x', ''])('report the account %j as unknown, and log nothing', async (account) => {
    const noted = await world.count('operator_actions');
    for (const [name, command] of commands(account, operator).slice(0, -1)) {
      const error = await command().catch((failure: unknown) => failure);
      expect([name, error]).toMatchObject([name, unknown]);
    }
    expect(await world.count('operator_actions')).toBe(noted);
  });

  it('show an account without its key, and log who looked and why', async () => {
    const { apiKey } = await world.gateway().generateKey({ accountId });
    const answer = await rpc().inspectAccount({ accountId, operator });
    expect(answer).toMatchObject({ user: { id: accountId, apiKey: '' }, liveSessions: 1, google: false });
    expect(JSON.stringify(answer)).not.toContain(apiKey);
    expect(await actions()).toEqual([{ kind: 'account-inspected', operator: 'Ole', reason: 'asked by the owner' }]);
    expect(await activity()).toEqual([]);
  });

  it('end all sessions of an account immediately, and keep its key', async () => {
    const { apiKey } = await world.gateway().generateKey({ accountId });
    expect(await rpc().endSessionsByOperator({ accountId, operator })).toEqual({ ended: 1 });
    await expect(world.gateway().authenticateSession({ sessionId })).rejects.toMatchObject({ code: 'session_invalid' });
    await world.gateway().authenticateKey({ apiKey, client: '' });
    expect(await rpc().endSessionsByOperator({ accountId, operator })).toEqual({ ended: 0 });
    expect(await activity()).toEqual(['sessions-ended']);
    expect(await actions()).toHaveLength(2);
  });

  it('send a verification mail again, within the daily limit, and none to a verified address', async () => {
    const email = `${randomUUID()}@example.com`;
    await world.gateway().register({ name: 'New', email, password: 'correct horse', referralCode: '' });
    const account = (await rpc().findAccount({ emailOrAccount: email })).accountId;
    const resend = () => rpc().resendMail({ accountId: account, kind: 'verify-email', operator });
    await rpc().suspendAccount({ accountId: account, operator });
    await expect(resend()).rejects.toMatchObject({ kind: 'forbidden', code: 'account_suspended' });
    await rpc().resumeAccount({ accountId: account, operator });
    await resend();
    expect((await world.gateway().verifyEmail({ token: await world.newestToken() })).user!.id).toBe(account);
    await expect(resend()).rejects.toMatchObject({ kind: 'conflict', code: 'email_already_verified' });
    expect(await actions(account)).toHaveLength(3);
    for (const kind of ['', 'verify', 'change-email'])
      await expect(rpc().resendMail({ accountId: account, kind, operator })).rejects.toMatchObject({
        kind: 'invalid',
        code: 'mail_kind_invalid',
      });
  });

  it('send a reset link, which sets a password', async () => {
    await rpc().resendMail({ accountId, kind: 'reset-password', operator });
    const token = await world.newestToken();
    const { user } = await world.gateway().resetPassword({ token, password: 'another horse' });
    expect(user!.id).toBe(accountId);
    expect(await activity()).toEqual(['mail-resent']);
    expect(await actions()).toMatchObject([{ kind: 'mail-resent' }]);
  });

  it('are refused beyond the daily limit of mails, with nothing sent and nothing logged', async () => {
    const email = `${randomUUID()}@example.com`;
    await world.gateway().register({ name: 'New', email, password: 'correct horse', referralCode: '' });
    const account = (await rpc().findAccount({ emailOrAccount: email })).accountId;
    const resend = () => rpc().resendMail({ accountId: account, kind: 'verify-email', operator });
    for (let mail = 1; mail < 20; mail++) await resend();
    const events = (await world.events()).length;
    await expect(resend()).rejects.toMatchObject({ kind: 'exhausted', code: 'too_many_mails' });
    expect((await world.events()).length).toBe(events);
    expect(await actions(account)).toHaveLength(19);
  });

  it('that other services run are logged for an account, for an erased one and without an account', async () => {
    const gone = randomUUID();
    for (const account of [accountId, gone])
      await rpc().noteOperatorAction({ accountId: account, kind: 'term-granted', operator });
    await rpc().noteOperatorAction({ accountId: '', kind: 'events-replayed', operator });
    await rpc().noteOperatorAction({ accountId, kind: 'refund-given', operator });
    expect(await activity()).toEqual(['term-granted']);
    expect((await actions()).map(({ kind }: { kind: string }) => kind)).toEqual(['term-granted', 'refund-given']);
    expect(await actions(gone)).toHaveLength(1);
    expect(await world.count(`operator_actions WHERE account_id IS NULL AND kind = 'events-replayed'`)).toBe(1);
    for (const [account, kind, code] of [
      ['', 'Term granted', 'action_kind_invalid'],
      ['x', 'term-granted', 'account_not_found'],
    ])
      await expect(rpc().noteOperatorAction({ accountId: account, kind, operator })).rejects.toMatchObject({ code });
  });
});
