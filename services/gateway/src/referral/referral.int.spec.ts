import { DomainError } from '@precis/runtime/domain-error';
import { ID } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

let world: GatewayWorld;
let token: string;
let taken: boolean;
let check: () => object | Promise<object>;

beforeAll(async () => {
  world = await GatewayWorld.start(
    {
      auth: {
        register: () => {
          if (taken) throw new DomainError('conflict', 'email_taken', 'This address has an account.');
          return {};
        },
      },
      referrals: {
        checkCode: () => check(),
        getCode: () => ({ code: 'ABCD2345' }),
        getStats: () => ({ totalReferrals: 3, totalCents: 1_234, pendingCents: 34, completedCents: 1_200 }),
        listCommissions: () => ({
          commissions: [
            {
              id: ID,
              createdAtSeconds: 1_800_000_000,
              referredId: 'ben',
              amountCents: 435,
              percentage: 15,
              status: 'reversed',
            },
          ],
          next: ID,
        }),
      },
    },
    { PUBLIC_URL: 'https://precis.example' },
  );
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  [taken, check] = [false, () => ({ known: true })];
  world.asked.length = 0;
  world.services.referrals.away = false;
});
afterAll(() => world.close());

const get = (path: string) => world.call('GET', `/api/referral/${path}`, { token });

describe('the referral programme', () => {
  it('has a code, and a link that carries it (REF-8)', async () => {
    const answer = await get('link');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        referral_link: 'https://precis.example/register?ref=ABCD2345',
        referral_code: 'ABCD2345',
      },
    ]);
    expect(world.lastAsked('getCode')).toEqual({ accountId: 'ann' });
  });

  it('has its four figures (REF-9)', async () => {
    const answer = await get('stats');
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, total_earnings: 12.34, total_referrals: 3, pending_earnings: 0.34, completed_earnings: 12 },
    ]);
  });

  it('lists its commissions by pages (REF-9)', async () => {
    const answer = await get(`history?after=${ID}&limit=100`);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        history: [
          {
            id: ID,
            created_at: 1_800_000_000,
            referred_id: 'ben',
            amount_earned: 4.35,
            percentage: 15,
            status: 'reversed',
          },
        ],
        next: ID,
      },
    ]);
    expect(world.lastAsked('listCommissions')).toEqual({ accountId: 'ann', after: ID, limit: 100 });
  });

  it.each(['link', 'stats', 'history'])('%s is 503 while referrals is unavailable', async (path) => {
    world.services.referrals.away = true;
    expect((await get(path)).status).toBe(503);
  });

  it.each(['limit=0', 'limit=101', 'after=1'])('400: history?%s', async (query) => {
    expect((await get(`history?${query}`)).status).toBe(400);
  });
});

describe('referral_applied in the answer to a registration', () => {
  const register = (code?: unknown) =>
    world.call('POST', '/api/auth/register', {
      body: { name: 'Ben', email: 'ben@customer.example', password: 'secret', referral_code: code },
    });
  const applied = async (code?: unknown) => {
    const { status, body } = await register(code);
    expect(status).toBe(200);
    return body.referral_applied;
  };

  it('is true for an existing code, and false for an unknown one (REF-10)', async () => {
    expect(await applied('ABCD2345')).toBe(true);
    expect(world.lastAsked('checkCode')).toEqual({ code: 'ABCD2345' });
    expect(await applied(' ABCD 2345 ')).toBe(true);
    expect(world.lastAsked('checkCode')).toEqual({ code: 'ABCD2345' });
    check = () => ({ known: false });
    expect(await applied('NOBODY22')).toBe(false);
  });

  it.each(['caf\u00e9', 'x'.repeat(65), '\u0000'])(
    'is false for a text that cannot be a code, without a call: %j',
    async (code) => {
      expect(await applied(code)).toBe(false);
      expect(world.lastAsked('checkCode')).toBeUndefined();
      expect(world.lastAsked('register')).toMatchObject({ referralCode: '' });
    },
  );

  it.each([undefined, null, '', '  '])('is null when no code was typed, without a call: %j', async (code) => {
    expect(await applied(code)).toBeNull();
    expect(world.lastAsked('checkCode')).toBeUndefined();
  });

  it('is null while referrals is unavailable or hangs; auth still gets the code (REF-7)', async () => {
    world.services.referrals.away = true;
    expect(await applied('ABCD2345')).toBeNull();
    world.services.referrals.away = false;
    check = () => new Promise(() => undefined);
    expect(await applied('ABCD2345')).toBeNull();
    expect(world.lastAsked('register')).toMatchObject({ referralCode: 'ABCD2345' });
  });

  it('takes the same time when the address is taken: the code is looked up in both cases', async () => {
    const waited = async () => {
      let judge!: (answer: object) => void;
      check = () => new Promise((resolve) => (judge = resolve));
      let isAnswered = false;
      const answer = register('ABCD2345').then((found) => {
        isAnswered = true;
        return found.status;
      });
      while (!judge || !world.lastAsked('register')) await new Promise((resolve) => setImmediate(resolve));
      // By now auth has answered, but the look-up has not.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      const early = isAnswered;
      judge({ known: true });
      return [early, await answer];
    };
    expect(await waited()).toEqual([false, 200]);
    [taken, world.asked.length] = [true, 0];
    expect(await waited()).toEqual([false, 409]);
  });
});
