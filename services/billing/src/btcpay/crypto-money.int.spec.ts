import { CryptoBilling, type OpenPayment } from '../testing/crypto-billing.js';

const DUE = 900;
const HALF = 450;
const MINUTE_MS = 60_000;

describe('crypto, from the chain to plan and wallet', () => {
  let billing: CryptoBilling;
  beforeAll(async () => void (billing = await CryptoBilling.open()));
  afterAll(() => billing.close());

  const bring = async (payment: OpenPayment, steps: string[]) => {
    for (const step of steps) {
      if (step === 'marked') await billing.btcpay.mark(payment.reference, 'Settled');
      else await billing.btcpay.at(payment, step);
    }
  };
  const outcome = async ({ id, accountId }: OpenPayment) => ({
    status: (await billing.payment(id)).status,
    wallet: await billing.wallet(accountId),
    plans: await billing.plans(accountId),
  });

  const [half, exact, more] = ['pay?percent=50', 'pay?percent=100', 'pay?percent=150'];
  /** The steps, the payment's status after them, the wallet's balance, and all received money, which the ledger must show. */
  const TABLE: [name: string, steps: string[], status: string, walletCents: number, cameCents: number][] = [
    ['nothing yet', [], 'pending', 0, 0],
    ['a half, confirmed', [half, 'confirm'], 'pending', 0, 0],
    ['all of it, not confirmed', [exact], 'processing', 0, 0],
    ['all of it', [exact, 'confirm'], 'completed', 0, DUE],
    ['two halves', [half, 'confirm', half, 'confirm'], 'completed', 0, DUE],
    ['half more', [more, 'confirm'], 'completed', HALF, DUE + HALF],
    ['all of it, and a half once it was settled', [exact, 'confirm', half, 'confirm'], 'completed', HALF, DUE + HALF],
    ['nothing in time', ['expire'], 'expired', 0, 0],
    ['a half in time', [half, 'confirm', 'expire'], 'expired', HALF, HALF],
    ['a half in time, confirmed late', [half, 'expire', 'confirm'], 'expired', HALF, HALF],
    ['a half in time, a half late', [half, 'confirm', 'expire', half, 'confirm'], 'completed', 0, DUE],
    ['all of it late, not confirmed', ['expire', exact], 'expired', 0, 0],
    ['all of it late', ['expire', exact, 'confirm'], 'completed', 0, DUE],
    ['half more late', ['expire', more, 'confirm'], 'completed', HALF, DUE + HALF],
    ['all of it, never confirmed', [exact, 'expire'], 'failed', 0, 0],
    ['nothing, settled by hand', ['marked'], 'completed', 0, DUE],
  ];

  it.each(TABLE)('ends in the right state with %s, with or without webhooks', async (...row) => {
    const [, steps, status, wallet, came] = row;
    const before = await billing.received();
    const expected = { status, wallet, plans: status === 'completed' ? ['basic'] : [] };
    const payment = await billing.opened();
    await bring(payment, steps);
    const sent = await billing.sent(payment);
    await billing.deliver([...sent.toReversed(), ...sent]);
    expect(await outcome(payment)).toEqual(expected);
    expect((await billing.received()) - before).toBe(came);
  });

  it.each(TABLE)('ends there step by step too, with %s', async (_name, steps, status, wallet, came) => {
    const before = await billing.received();
    const payment = await billing.opened();
    for (const step of steps) {
      await bring(payment, [step]);
      await billing.deliver(await billing.sent(payment));
    }
    expect(await outcome(payment)).toMatchObject({ status, wallet });
    expect((await billing.received()) - before).toBe(came);
  });

  it('is fulfilled by the poller when BTCPay restarts between the payment and its webhooks', async () => {
    billing.btcpay.answerWith(503);
    const payment = await billing.opened();
    await bring(payment, [exact, 'confirm']);
    await billing.btcpay.restart();
    billing.btcpay.answerWith(200);
    expect(await outcome(payment)).toEqual({ status: 'pending', wallet: 0, plans: [] });
    billing.btcpay.clock.pass(3 * MINUTE_MS);
    await billing.reconcile();
    expect(await outcome(payment)).toEqual({ status: 'completed', wallet: 0, plans: ['basic'] });
    await billing.reconcile();
    expect(await outcome(payment)).toEqual({ status: 'completed', wallet: 0, plans: ['basic'] });
  });

  /** So late that no earlier payment is watched any more. */
  const later = () => billing.btcpay.clock.pass(26 * 60 * MINUTE_MS);

  it('is looked up every minute while it can be paid, and an hour longer than BTCPay watches', async () => {
    later();
    await billing.reconcile();
    const payment = await billing.opened();
    billing.btcpay.clock.pass(2 * MINUTE_MS);
    const minutes = async (count: number) => {
      const before = await billing.looks(payment);
      for (let minute = 0; minute < count; minute++) {
        await billing.reconcile();
        billing.btcpay.clock.pass(MINUTE_MS);
      }
      return (await billing.looks(payment)) - before;
    };
    expect(await minutes(15)).toBe(15);
    billing.btcpay.clock.pass(15 * MINUTE_MS);
    expect(await minutes(5)).toBe(5);
    expect(await outcome(payment)).toMatchObject({ status: 'expired' });
    billing.btcpay.clock.pass(24.5 * 60 * MINUTE_MS);
    expect(await minutes(1)).toBe(1);
    billing.btcpay.clock.pass(60 * MINUTE_MS);
    expect(await minutes(3)).toBe(0);
  });

  it.each([
    ['too much once it was settled', [exact, 'confirm'], [half, 'confirm'], { status: 'completed', wallet: HALF }],
    [
      'all of it, confirmed when it counted as lost',
      [exact, 'expire'],
      ['confirm'],
      { status: 'completed', wallet: 0 },
    ],
  ])('is found without a webhook with %s', async (_name, told, untold, expected) => {
    later();
    const payment = await billing.opened();
    await bring(payment, told);
    await billing.deliver(await billing.sent(payment));
    await bring(payment, untold);
    for (let look = 0; look < 2; look++) {
      billing.btcpay.clock.pass(11 * MINUTE_MS);
      await billing.reconcile();
    }
    expect(await outcome(payment)).toEqual({ ...expected, plans: ['basic'] });
  });

  it('is not lost when its checkout was closed in favour of another one, just as it was paid', async () => {
    const first = await billing.opened();
    const second = await billing.opened({ accountId: first.accountId, plan: 'medium' });
    expect(await outcome(first)).toMatchObject({ status: 'expired' });
    await bring(first, [exact, 'confirm']);
    await billing.deliver(await billing.sent(first));
    expect(await outcome(first)).toEqual({ status: 'completed', wallet: 0, plans: ['basic'] });
    await bring(second, [exact, 'confirm']);
    await billing.deliver(await billing.sent(second));
    expect(await outcome(second)).toMatchObject({ status: 'completed', plans: expect.arrayContaining(['medium']) });
  });

  it('is the same checkout for repeated and simultaneous orders', async () => {
    const payment = await billing.opened();
    const again = await Promise.all([1, 2, 3].map(() => billing.opened({ accountId: payment.accountId })));
    for (const one of again) expect([one.id, one.url]).toEqual([payment.id, payment.url]);
  });
});
