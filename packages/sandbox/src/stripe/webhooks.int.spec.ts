import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StripeTrial } from './testing/stripe-trial.js';

describe("the simulator's webhooks and state", () => {
  let folder: string;
  let trial: StripeTrial;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'precis-stripe-'));
    trial = await StripeTrial.start({ file: join(folder, 'state/stripe.json') });
  });
  afterEach(async () => {
    await trial?.close();
    await rm(folder, { recursive: true });
  });

  const idsOf = (type: string) => trial.received.filter((event) => event.type === type).map(({ id }) => id);

  it('delivers the same event until it is accepted, with a signature that the real SDK verifies', async () => {
    trial.away = true;
    const session = await trial.session();
    await trial.press(session, 'pay');
    const undelivered = await trial.stripe().events.list({ delivery_success: false });
    expect(undelivered.data.map(({ type }) => type)).toContain('checkout.session.completed');
    trial.away = false;
    await trial.arrived('checkout.session.completed');
    const [event] = trial.received.filter(({ type }) => type === 'checkout.session.completed');
    expect(event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: session.id, payment_status: 'paid', payment_intent: expect.stringMatching(/^pi_/) } },
    });
    expect(trial.refused).toBe(0);
  });

  it('delivers twice or more on request, always the same event', async () => {
    await trial.control('faults', { duplicate: 1 });
    await trial.press(await trial.session(), 'pay');
    // All copies of one event may come before the first copy of another, so each type is awaited separately.
    await trial.until('each event twice', () =>
      ['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded', 'checkout.session.completed'].every(
        (type) => idsOf(type).length >= 2,
      ),
    );
    expect(new Set(idsOf('checkout.session.completed')).size).toBe(1);
  });

  it('drops deliveries on request; the event is in the list, and is delivered again on request', async () => {
    await trial.control('faults', { drop: 1 });
    await trial.press(await trial.session(), 'pay');
    const { data } = await trial.stripe().events.list({ types: ['checkout.session.completed'] });
    expect(data).toHaveLength(1);
    await trial.control('faults', { drop: 0 });
    expect((await trial.control('redeliver', { event: data[0].id })).body).toEqual({ redelivered: 1 });
    await trial.arrived('checkout.session.completed');
    expect(trial.received.map(({ id }) => id)).toEqual([data[0].id]);
  });

  it('signs wrongly on request, which the SDK refuses, and correctly afterwards', async () => {
    await trial.control('faults', { wrong_secret: 1 });
    await trial.press(await trial.session(), 'pay');
    await trial.until('a refusal', () => trial.refused > 0);
    expect(trial.received).toEqual([]);
    await trial.control('faults', { wrong_secret: 0 });
    await trial.arrived('checkout.session.completed');
  });

  it('lets events overtake each other on request, the same ones for the same seed', async () => {
    await trial.control('faults', { reorder: 0.5, seed: 7 });
    for (let n = 0; n < 5; n++) await trial.press(await trial.session(), 'pay');
    await trial.until('all events', () => trial.received.length === 20);
    const made = (await trial.stripe().events.list({ limit: 100 })).data.map(({ id }) => id).reverse();
    expect(trial.received.map(({ id }) => id)).not.toEqual(made);
    expect(trial.received.map(({ id }) => id).sort()).toEqual(made.sort());
  });

  it('keeps sessions, payments, keys of repeats and pending webhooks over a restart', async () => {
    trial.away = true;
    const customer = await trial.stripe().customers.create({ name: 'Ann' }, { idempotencyKey: 'cust:ann' });
    const [paid, open] = [await trial.session({ customer: customer.id }), await trial.session()];
    await trial.press(paid, 'pay');
    await trial.control('clock', { advance_seconds: 100 });
    await trial.restart();
    trial.away = false;
    const again = await trial.stripe().customers.create({ name: 'Ann' }, { idempotencyKey: 'cust:ann' });
    expect(again.id).toBe(customer.id);
    expect((await trial.stripe().checkout.sessions.retrieve(paid.id)).payment_status).toBe('paid');
    expect((await trial.press(open, 'pay')).status).toBe(200);
    await trial.until('both payments', () => idsOf('checkout.session.completed').length === 2);
    expect((await stat(join(folder, 'state/stripe.json'))).mode & 0o777).toBe(0o600);
  });

  it('keeps a limited number of checkouts: the oldest are removed with their payments and events', async () => {
    await trial.close();
    trial = await StripeTrial.start({ file: join(folder, 'few.json'), most: 3 });
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      const session = await trial.session();
      await trial.press(session, 'pay');
      made.unshift(session.id);
    }
    const { data } = await trial.stripe().checkout.sessions.list();
    expect(data.map(({ id }) => id)).toEqual(made.slice(0, 3));
    expect((await trial.stripe().paymentIntents.list()).data).toHaveLength(3);
    expect((await trial.stripe().charges.list()).data).toHaveLength(3);
    expect(await readFile(join(folder, 'few.json'), 'utf8')).not.toContain(made[4]);
  });

  it('is controlled only with its token, forgets all on reset, and knows its faults', async () => {
    expect((await trial.control('reset', {}, 'guessed')).status).toBe(401);
    expect((await trial.control('faults', { explode: 1 })).status).toBe(400);
    expect((await trial.control('faults', { drop: 2 })).status).toBe(400);
    expect((await trial.control('toString')).status).toBe(404);
    await trial.session();
    await trial.control('reset');
    expect((await trial.stripe().checkout.sessions.list()).data).toEqual([]);
  });
});
