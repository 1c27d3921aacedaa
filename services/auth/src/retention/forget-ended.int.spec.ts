import { AuthWorld } from '../testing/auth-world.js';
import { ForgetEnded } from './forget-ended.usecase.js';

const DAY_MS = 86_400_000;

describe('ended rows', () => {
  let world: AuthWorld;
  let accountId: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    accountId = (await world.verifiedUser()).user.id;
    await world.gateway().generateKey({ accountId });
  });
  afterEach(() => world?.close());

  const forget = () => world.app.nest.get(ForgetEnded, { strict: false }).execute();
  const rotate = (graceSeconds: number) => world.gateway().rotateKey({ accountId, graceSeconds });
  /** Makes the keys look as if they had been revoked this long ago. */
  const age = (interval: string) =>
    world.database.query(
      `UPDATE api_keys SET revoked_at = revoked_at - interval '${interval}' WHERE revoked_at IS NOT NULL`,
    );

  it('of API keys are kept for a day and then deleted; the events stay, and the live key works', async () => {
    for (let n = 0; n < 5; n++) await rotate(0);
    await age('23 hours');
    await forget();
    expect(await world.count('api_keys')).toBe(6);
    await age('1 hour 1 second');
    await forget();
    expect(await world.count('api_keys')).toBe(1);
    expect((await world.events()).filter((row) => row.type === 'api-key-rotated')).toHaveLength(5);
    const { apiKey } = (await world.gateway().getUser({ accountId })).user!;
    expect(await world.gateway().authenticateKey({ apiKey, client: '' })).toMatchObject({ accountId });
  });

  it('of API keys are deleted a day after the end of their grace, and not during the grace', async () => {
    await rotate(86_400);
    world.clock.advance(2 * DAY_MS - 60_000);
    await forget();
    expect(await world.count('api_keys')).toBe(2);
    world.clock.advance(61_000);
    await forget();
    expect(await world.count('api_keys')).toBe(1);
  });

  it('of sessions are deleted a day after their end, and those of mail requests after a month', async () => {
    world.clock.advance(2 * DAY_MS - 60_000);
    await forget();
    expect(await world.count('sessions')).toBe(1);
    world.clock.advance(61_000);
    await forget();
    expect([await world.count('sessions'), await world.count('mail_requests')]).toEqual([0, 1]);
    world.clock.advance(29 * DAY_MS);
    await forget();
    expect(await world.count('mail_requests')).toBe(0);
    expect(await world.count('users')).toBe(1);
  });

  it('are deleted in steps, and parallel copies skip the rows of each other', async () => {
    await world.database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at) SELECT gen_random_uuid(), $1, now(), now() - interval '3 days' FROM generate_series(1, 3500)`,
      [accountId],
    );
    await Promise.all([forget(), forget(), forget()]);
    await forget();
    expect(await world.count('sessions')).toBe(1);
  });
});
