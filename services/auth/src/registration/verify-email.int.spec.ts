import { answersAfterAQuarterSecond } from '../testing/answers-late.js';
import { AuthWorld } from '../testing/auth-world.js';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', referralCode: '' };
const DAY_MS = 86_400_000;
/** The answer of a link when another link has already verified its address. */
const spent = {
  kind: 'invalid',
  code: 'email_already_verified',
  publicMessage: 'This e-mail address is verified already. Please log in.',
};
const refused = {
  kind: 'invalid',
  code: 'verification_token_invalid',
  publicMessage: 'Failed to verify email. The token may be invalid or expired.',
};

describe('a verification link', () => {
  let world: AuthWorld;
  beforeEach(async () => {
    world = await AuthWorld.start();
    await world.gateway().register(ada);
  });
  afterEach(() => world?.close());

  it('verifies the e-mail and logs its owner in', async () => {
    const { sessionToken, user } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    expect(user).toMatchObject({ name: 'Ada', email: 'ada@example.com', emailVerified: true });
    const { sid } = JSON.parse(Buffer.from(sessionToken.split('.')[1], 'base64url').toString());
    expect(await world.gateway().authenticateSession({ sessionId: sid })).toMatchObject({ accountId: user!.id });
  });

  it('works for exactly one of 100 simultaneous uses: one session, one event', async () => {
    const token = await world.newestToken();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => world.gateway().verifyEmail({ token })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(spent);
    expect(await world.count('sessions')).toBe(1);
    expect((await world.events()).filter((row) => row.type === 'email-verified')).toHaveLength(1);
  });

  it('is dead after 24 hours', async () => {
    const token = await world.newestToken();
    world.clock.advance(DAY_MS);
    await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject(refused);
  });

  it('stays valid for its 24 hours when newer ones were requested, and ends when one of them was used', async () => {
    const tokens = [await world.newestToken()];
    for (let n = 0; n < 3; n++) {
      await world.gateway().resendVerification({ email: ' ADA@example.com' });
      tokens.push(await world.newestToken());
    }
    expect(new Set(tokens).size).toBe(4);
    await world.gateway().verifyEmail({ token: tokens[1] });
    for (const token of tokens) await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject(spent);
  });

  it('works exactly once when all links of an address are used at the same time', async () => {
    const tokens = [await world.newestToken()];
    for (let n = 0; n < 7; n++) {
      await world.gateway().register({ ...ada, name: `Ada ${n}` });
      tokens.push(await world.newestToken());
    }
    const results = await Promise.allSettled(tokens.map((token) => world.gateway().verifyEmail({ token })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(spent);
    expect(await world.count('sessions')).toBe(1);
    expect((await world.events()).filter((row) => row.type === 'email-verified')).toHaveLength(1);
  });

  it('is not spent when the answer cannot be built', async () => {
    const token = await world.newestToken();
    await world.database.query('ALTER TABLE api_keys RENAME TO api_keys_away');
    await expect(world.gateway().verifyEmail({ token })).rejects.toThrow();
    await world.database.query('ALTER TABLE api_keys_away RENAME TO api_keys');
    expect((await world.gateway().verifyEmail({ token })).user!.emailVerified).toBe(true);
  });

  it.each(['nonsense', 'A'.repeat(43), "' OR 1=1", 'x'.repeat(10_000), '\0'])(
    'is refused when its token is %j',
    async (token) => {
      await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject(refused);
    },
  );

  it('is refused as missing when it is empty (ACC-7)', async () => {
    await expect(world.gateway().verifyEmail({ token: '  ' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'verification_token_missing',
      publicMessage: 'Verification token is missing.',
    });
  });

  it('is requested again with the same answer in the same time for every address', async () => {
    await world.verifiedUser('grace@example.com');
    for (const email of ['ada@example.com', 'grace@example.com', 'nobody@example.com', 'no address']) {
      const ask = () => world.gateway().resendVerification({ email });
      expect(await answersAfterAQuarterSecond(ask)).toEqual({});
    }
    expect(await world.count(`mail_requests JOIN users u ON u.id = user_id WHERE u.email = 'grace@example.com'`)).toBe(
      1,
    );
    expect(await world.count(`mail_requests JOIN users u ON u.id = user_id WHERE u.email = 'ada@example.com'`)).toBe(2);
  });
});
