import { USER, VIEW, walletEntryOf } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const SIGNED_IN = { sessionToken: 'session', user: USER, device: '' };
/** Twice the time that an answer waits for a balance, and less than the usual deadline of a call. */
const DEADLINE_MS = 1_000;

let world: GatewayWorld;
let token: string;
let wallet: () => object | Promise<object>;
let entries: object[];

beforeAll(async () => {
  world = await GatewayWorld.start({
    auth: {
      getUser: () => ({ user: USER }),
      login: () => SIGNED_IN,
      verifyEmail: () => SIGNED_IN,
      resetPassword: () => SIGNED_IN,
      updateProfile: () => ({ user: USER }),
    },
    billing: { getWallet: () => wallet(), listWalletEntries: () => ({ entries }) },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  wallet = () => ({ balanceCents: -705 });
  entries = [
    {
      sequence: 9,
      occurredAtSeconds: 1_800_000_000,
      kind: 'payment',
      reference: 'p',
      amountCents: -900,
      balanceCents: 35,
    },
    {
      sequence: 8,
      occurredAtSeconds: 1_700_000_000,
      kind: 'commission',
      reference: 'c',
      amountCents: 935,
      balanceCents: 935,
    },
  ];
  world.services.billing.away = false;
});
afterAll(() => world.close());

const ANSWERS: [method: string, path: string, body?: object][] = [
  ['GET', '/api/auth/me'],
  ['POST', '/api/auth/login', { email: 'e', password: 'p' }],
  ['POST', '/api/auth/verify-email', { token: 't' }],
  ['POST', '/api/auth/reset-password', { token: 't', password: 'secret' }],
  ['PUT', '/api/user/profile', { name: 'n', email: 'e' }],
];

describe.each(ANSWERS)('the balance in the user of %s %s (ACC-23, ACC-24)', (method, path, body) => {
  const ask = () => world.call(method, path, { body, token });

  it('is in dollars, of the account that the answer shows', async () => {
    expect((await ask()).body.user).toEqual({ ...VIEW, wallet_balance: -7.05 });
    expect(world.lastAsked('getWallet')).toEqual({ accountId: 'ann' });
  });

  it('is null while billing is unavailable, and the answer is still 200', async () => {
    world.services.billing.away = true;
    const { status, body: answer } = await ask();
    expect([status, answer.user.wallet_balance]).toEqual([200, null]);
  });

  it('is null when billing hangs, and delays the answer by at most half a second', async () => {
    wallet = () => new Promise(() => undefined);
    // The account's plan is read at the same time, and has a limit of its own.
    await world.call('GET', '/api/auth/sessions', { token });
    const { status, body: answer } = await ask();
    expect([status, answer.user.wallet_balance]).toEqual([200, null]);
    const { calls, patienceMs } = world.services.billing;
    expect(patienceMs[calls.lastIndexOf('getWallet')]).toBeLessThanOrEqual(DEADLINE_MS);
  });
});

it('a refused login reads no balance', async () => {
  world.asked.length = 0;
  expect((await world.call('POST', '/api/auth/login', { body: { email: 'e' } })).status).toBe(400);
  expect(world.lastAsked('getWallet')).toBeUndefined();
});

describe('the statement (PAY-53)', () => {
  const ask = (query = '') => world.call('GET', `/api/wallet/statement${query}`, { token });

  it('has each entry with its reason and the balance after it, and the current balance is that after the newest one', async () => {
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        wallet_balance: 0.35,
        entries: [
          { sequence: 9, created_at: 1_800_000_000, reason: 'payment', reference: 'p', amount: -9, balance: 0.35 },
          { sequence: 8, created_at: 1_700_000_000, reason: 'commission', reference: 'c', amount: 9.35, balance: 9.35 },
        ],
        next: null,
      },
    ]);
    expect(world.lastAsked('listWalletEntries')).toEqual({ accountId: 'ann', beforeSequence: 0, limit: 50 });
  });

  it('of a wallet without entries has the balance 0, although a first entry may have come since', async () => {
    entries = [];
    expect((await ask()).body).toEqual({ success: true, wallet_balance: 0, entries: [], next: null });
  });

  it('is paged until the first entry', async () => {
    expect((await ask('?before=10&limit=2')).body).toMatchObject({ wallet_balance: -7.05, next: 8 });
    expect(world.lastAsked('listWalletEntries')).toEqual({ accountId: 'ann', beforeSequence: 10, limit: 2 });
    entries = [walletEntryOf({ sequence: 2 }), walletEntryOf({ sequence: 1 })];
    expect((await ask('?before=3&limit=2')).body.next).toBeNull();
  });

  it.each([
    'limit=0',
    'limit=101',
    'before=-1',
    'before=1.5',
    'before=x',
    `before=${'9'.repeat(16)}`,
    'before=1&before=1',
  ])('400: %s', async (query) => void expect((await ask(`?${query}`)).status).toBe(400));

  it('is 503 while billing is unavailable: a statement is never a guess', async () => {
    world.services.billing.away = true;
    expect((await ask()).status).toBe(503);
  });
});
