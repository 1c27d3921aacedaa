import { eventually } from '@precis/testing/eventually';
import { SettlePayment } from '../payments/settle-payment.usecase.js';
import { BROKEN } from '../testing/stripe-door.js';
import { type Bought, StripeBilling } from '../testing/stripe-billing.js';
import { ProviderEvents } from './provider-events.repository.js';

let billing: StripeBilling;
beforeEach(async () => void (billing = await StripeBilling.open()));
afterEach(() => billing?.close());

interface Row {
  state: string;
  attempts: number;
  cause: string | null;
}
const row = async (type = 'checkout.session.completed') =>
  (await billing.world.rows<Row>('SELECT state, attempts, cause FROM provider_events WHERE type = $1', [type]))[0];
const run = (sql: string) => billing.world.rows(sql);
/** Ends every lease and wait. */
const timePasses = async () => {
  await run(`UPDATE provider_events SET next_try_at = now(), lease_until = NULL WHERE state = 'queued'`);
  await run('UPDATE payment_looks SET lease_until = now()');
};

async function paid(): Promise<Bought> {
  const bought = await billing.buy();
  await billing.at(bought, 'pay');
  return bought;
}

describe('an event whose worker ends between looking and settling', () => {
  it('is settled by another copy once the leases have ended, exactly once', async () => {
    const bought = await paid();
    const settle = billing.running.app.nest.get(SettlePayment, { strict: false });
    let goOn = () => {};
    const hung = new Promise<void>((resolve) => (goOn = resolve));
    const stuck = jest.spyOn(settle, 'execute').mockImplementation(() => hung);
    await billing.deliverAll('checkout.session.completed');
    await eventually('the first worker stands before settling', () => stuck.mock.calls.length === 1);

    // The first copy counts as dead: it takes no events any more.
    const events = billing.running.app.nest.get(ProviderEvents, { strict: false });
    const idle = jest.spyOn(events, 'take').mockResolvedValue([]);
    const other = await billing.another();
    try {
      // No other copy takes it while the lease lasts.
      expect(await row()).toMatchObject({ state: 'queued', attempts: 1 });
      await timePasses();
      await billing.until(bought, 'completed');
      await eventually('the event is done', async () => (await row()).state === 'done');
      goOn();
      stuck.mockRestore();
      idle.mockRestore();
      await billing.handled();
      expect(await billing.world.rows('SELECT 1 FROM terms WHERE account_id = $1', [bought.accountId])).toHaveLength(1);
      expect(await run(`SELECT 1 FROM outbox WHERE type = 'payment-completed'`)).toHaveLength(1);
    } finally {
      goOn();
      await other.close();
    }
  });
});

describe('an event whose provider is unavailable', () => {
  it('is retried, and settled when the provider is available again', async () => {
    const bought = await paid();
    billing.door.intercept = async () => BROKEN;
    await billing.deliverAll('checkout.session.completed');
    await eventually('it has failed', async () => (await row()).cause === 'payment_unavailable');
    expect(await row()).toMatchObject({ state: 'queued' });
    billing.door.intercept = (_seen, handOn) => handOn();
    await timePasses();
    await billing.until(bought, 'completed');
  });

  it('is dead after twelve tries, counted and kept; the reconciler still settles its payment', async () => {
    const bought = await paid();
    billing.door.intercept = async () => BROKEN;
    await billing.deliverAll('checkout.session.completed');
    await eventually('it has failed', async () => (await row()).cause === 'payment_unavailable');
    await run(`UPDATE provider_events SET attempts = 11, next_try_at = now() WHERE state = 'queued'`);
    await eventually('it is dead', async () => (await row()).state === 'dead');
    const metrics = await billing.running.app.metrics.metrics();
    expect(metrics).toMatch(/precis_provider_event_attempts_total\{outcome="dead"\} 1/);
    expect(metrics).toMatch(/precis_provider_events_waiting\{state="dead"\} 1/);
    billing.door.intercept = (_seen, handOn) => handOn();
    billing.clock.pass(3 * 60_000);
    await billing.running.app.runClockedWork();
    await billing.until(bought, 'completed');
  });

  it('is dead after every worker that handled it has crashed', async () => {
    await paid();
    billing.door.intercept = async () => BROKEN;
    await billing.deliverAll('checkout.session.completed');
    await eventually('it has failed', async () => (await row()).cause === 'payment_unavailable');
    await run(`UPDATE provider_events SET attempts = 12, next_try_at = now() WHERE state = 'queued'`);
    await eventually('it is dead', async () => (await row()).state === 'dead');
  });
});

describe('events of one payment', () => {
  it('are handled one after the other, so that an older sighting is never settled last', async () => {
    const bought = await paid();
    const settle = billing.running.app.nest.get(SettlePayment, { strict: false });
    let under = 0;
    let most = 0;
    const original = settle.execute.bind(settle);
    const spy = jest.spyOn(settle, 'execute').mockImplementation(async (...all) => {
      most = Math.max(most, ++under);
      await original(...all).finally(() => under--);
    });
    const { payment_intent: intent } = await billing.stripe.checkout.sessions.retrieve(bought.sessionId);
    for (const amount of [100, 200, 300])
      await billing.stripe.refunds.create({ payment_intent: intent as string, amount });
    const all = await billing.events();
    await Promise.all(all.reverse().map((event) => billing.deliver(event)));
    await billing.handled(20_000);
    spy.mockRestore();
    expect(most).toBe(1);
    expect(await billing.payment(bought)).toMatchObject({ status: 'completed', refunded: 600 });
  });
});
