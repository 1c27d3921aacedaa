import type { Payment } from '../payments/payment.entity.js';
import { BtcpayWorld } from '../testing/btcpay-world.js';
import { newPayment, paymentProviderContract } from '../testing/payment-provider-contract.js';

paymentProviderContract('BTCPay', () => BtcpayWorld.open());

const MINUTE_MS = 60_000;

describe('crypto payments with a BTCPay Server', () => {
  let world: BtcpayWorld;
  beforeEach(async () => void (world = await BtcpayWorld.open()));
  afterEach(() => world.close());

  const opened = async (changes: Partial<Payment> = {}) => {
    const payment = newPayment({ method: 'crypto', amountCents: 8_400, ...changes }, world.clock.now());
    const { reference, url } = await world.provider.open(payment);
    return Object.assign(payment, { reference, url }) as Payment & { reference: string; url: string };
  };
  const look = (payment: Payment) => world.provider.look(payment);

  describe('what each state of an invoice means', () => {
    type Opened = Awaited<ReturnType<typeof opened>>;
    const steps =
      (...what: string[]) =>
      async (payment: Opened) => {
        for (const one of what) await world.at(payment, one);
      };
    const [half, exact, more] = ['pay?percent=50', 'pay?percent=100', 'pay?percent=150'];

    it.each<[string, (payment: Opened) => Promise<void>, object]>([
      ['New', steps(), { state: 'open', paidCents: 0, partial: false }],
      ['New / PaidPartial', steps(half), { state: 'open', paidCents: 0, partial: true }],
      ['Processing', steps(exact), { state: 'processing', paidCents: 0, partial: false }],
      ['Processing / PaidOver', steps(more), { state: 'processing', paidCents: 0 }],
      ['Settled', steps(exact, 'confirm'), { state: 'paid', paidCents: 8_400, partial: false }],
      ['Settled by two halves', steps(half, half, 'confirm'), { state: 'paid', paidCents: 8_400, partial: false }],
      ['Settled / PaidOver', steps(more, 'confirm'), { state: 'paid', paidCents: 12_600 }],
      ['Settled, then paid once more', steps(exact, 'confirm', half, 'confirm'), { state: 'paid', paidCents: 12_600 }],
      [
        'Settled / Marked',
        (payment) => world.mark(payment.reference, 'Settled'),
        { state: 'paid', paidCents: 0, marked: true },
      ],
      ['Expired', steps('expire'), { state: 'expired', paidCents: 0, partial: false }],
      [
        'Expired / PaidPartial, not confirmed',
        steps(half, 'expire'),
        { state: 'expired', paidCents: 0, partial: true },
      ],
      [
        'Expired / PaidPartial',
        steps(half, 'confirm', 'expire'),
        { state: 'expired', paidCents: 4_200, partial: true },
      ],
      ['Expired / PaidPartial, late', steps('expire', half, 'confirm'), { state: 'expired', paidCents: 4_200 }],
      ['Expired / PaidLate, not confirmed', steps('expire', exact), { state: 'expired', paidCents: 0, partial: false }],
      ['Expired / PaidLate', steps('expire', exact, 'confirm'), { state: 'expired', paidCents: 8_400, partial: false }],
      ['Expired / PaidLate, too much', steps('expire', more, 'confirm'), { state: 'expired', paidCents: 12_600 }],
      [
        'Expired / PaidLate by two halves',
        steps(half, 'confirm', 'expire', half, 'confirm'),
        { state: 'expired', paidCents: 8_400, partial: false },
      ],
      ['Invalid', steps(exact, 'expire'), { state: 'failed', paidCents: 0 }],
      [
        'Invalid / Marked, then paid',
        async (payment) => {
          await world.provider.close(payment);
          await steps(exact, 'confirm')(payment);
        },
        { state: 'expired', paidCents: 8_400 },
      ],
    ])('%s', async (_state, bring, expected) => {
      const payment = await opened();
      await bring(payment);
      expect(await look(payment)).toMatchObject({ ...expected, refundedCents: 0 });
    });
  });

  it('counts the confirmed part when BTCPay stops watching, even if the rest was never confirmed', async () => {
    const payment = await opened();
    await world.at(payment, 'pay?percent=50');
    await world.at(payment, 'confirm');
    await world.at(payment, 'expire');
    await world.at(payment, 'pay?percent=10');
    expect(await look(payment)).toMatchObject({ state: 'expired', paidCents: 0 });
    world.clock.pass((30 + 1_440 + 1) * MINUTE_MS);
    expect(await look(payment)).toMatchObject({ state: 'expired', paidCents: 4_200 });
  });

  it('rounds a fraction of a satoshi in favour of the payer, and drops fractions of a cent', async () => {
    for (const amountCents of [1, 700, 8_399, 94_801]) {
      const payment = await opened({ amountCents });
      await world.pay(payment);
      expect(await look(payment)).toMatchObject({ state: 'paid', paidCents: amountCents });
    }
  });

  it('is final after one block, and after two for a year of Enterprise', async () => {
    const payment = await opened({ plan: 'enterprise', duration: 'yearly', months: 12, amountCents: 94_800 });
    await world.pay(payment);
    expect(await look(payment)).toMatchObject({ state: 'processing' });
    await world.at(payment, 'confirm');
    expect(await look(payment)).toMatchObject({ state: 'paid' });
  });

  it('is open for half an hour, and names neither the account nor the plan at BTCPay', async () => {
    const payment = newPayment({ method: 'crypto', accountId: 'the-account', plan: 'medium' }, world.clock.now());
    const { expiresAt, reference } = await world.provider.open(payment);
    expect(expiresAt.getTime() - world.clock.now().getTime()).toBe(30 * MINUTE_MS);
    const headers = { authorization: `token ${world.simulator.apiKey}` };
    const invoice = await (await fetch(`${world.simulator.url}/api/v1/invoices/${reference}`, { headers })).text();
    expect(invoice).not.toMatch(/the-account|medium"/);
    expect(JSON.parse(invoice)).toMatchObject({
      metadata: { orderId: payment.id, attempt: 1 },
      checkout: {
        speedPolicy: 'MediumSpeed',
        expirationMinutes: 30,
        monitoringMinutes: 1_440,
        paymentTolerance: 0,
        redirectURL: 'https://precis.example/payment/success?session_id={InvoiceId}',
      },
    });
  });

  it('creates a new invoice for a new attempt, and finds an invoice whose answer was lost', async () => {
    const first = await opened();
    const second = await world.provider.open({ ...first, attempt: 2 } as Payment);
    expect(second.reference).not.toBe(first.reference);
    await world.pay(second);
    expect(await look({ ...first, attempt: 2, reference: null } as Payment)).toMatchObject({ state: 'paid' });
    expect(await look({ ...first, reference: null } as Payment)).toMatchObject({ state: 'open' });
  });

  it.each(['pay?percent=50', 'pay?percent=100'])('closes no invoice after %s', async (paid) => {
    const payment = await opened();
    await world.at(payment, paid);
    const before = await look(payment);
    await world.provider.close(payment);
    expect(await look(payment)).toEqual(before);
  });

  it('sees earlier payments after a restart of BTCPay, although its webhooks are lost', async () => {
    const payment = await opened();
    world.simulator.setFaults({ drop: true });
    await world.pay(payment);
    await world.restart();
    expect(await look(payment)).toMatchObject({ state: 'paid', paidCents: 8_400 });
    const types = (await world.deliveries(1)).map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
    expect(types).toEqual(['InvoiceCreated']);
  });
});
