import { Stripe } from 'stripe';
import { StripeTrial } from './testing/stripe-trial.js';

describe("the simulator's checkout", () => {
  let trial: StripeTrial;
  beforeEach(async () => void (trial = await StripeTrial.start()));
  afterEach(() => trial?.close());

  const again = (session: Stripe.Checkout.Session) =>
    trial.stripe().checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] });
  const chargeOf = (session: Stripe.Checkout.Session) =>
    (session.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
  const browser = (address: string, method = 'GET') =>
    fetch(address, { method, redirect: 'manual', headers: { accept: 'text/html,application/xhtml+xml' } });

  it('accepts a payment once: the second gets 409, and the session shows paid', async () => {
    const session = await trial.session();
    const { status, body } = await trial.press(session, 'pay');
    expect([status, body]).toMatchObject([
      200,
      {
        outcome: 'paid',
        payment_status: 'paid',
        redirect: `http://localhost:8080/payment/success?session_id=${session.id}`,
      },
    ]);
    for (const action of ['pay', 'decline', 'later']) expect((await trial.press(session, action)).status).toBe(409);
    expect(await again(session)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: { status: 'succeeded', amount_received: 8_100, metadata: { payment_id: 'payment-1' } },
    });
    const succeeded = (await trial.arrived('checkout.session.completed')).filter((type) => type === 'charge.succeeded');
    expect(succeeded).toHaveLength(1);
  });

  it('accepts a payment after a declined one in the same session', async () => {
    const session = await trial.session();
    expect((await trial.press(session, 'decline')).body).toMatchObject({ outcome: 'declined', status: 'open' });
    expect(await again(session)).toMatchObject({
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    });
    expect((await trial.press(session, 'pay')).status).toBe(200);
    const paid = await again(session);
    expect([paid.payment_status, chargeOf(paid).status]).toEqual(['paid', 'succeeded']);
    expect(await trial.arrived('charge.failed', 'payment_intent.payment_failed', 'checkout.session.completed')).toEqual(
      expect.arrayContaining(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']),
    );
  });

  it.each([
    ['settle', 'paid', 'succeeded', 'checkout.session.async_payment_succeeded'],
    ['fail', 'unpaid', 'requires_payment_method', 'checkout.session.async_payment_failed'],
  ])('pays later: complete and unpaid, and after %s %s', async (action, paymentStatus, intentStatus, event) => {
    const session = await trial.session();
    expect((await trial.press(session, 'later')).body).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(await again(session)).toMatchObject({ payment_intent: { status: 'processing' } });
    await trial.press(session, action);
    expect(await again(session)).toMatchObject({
      payment_status: paymentStatus,
      payment_intent: { status: intentStatus },
    });
    await trial.arrived('checkout.session.completed', event);
    expect((await trial.press(session, action)).status).toBe(409);
    const page = await (await browser(trial.pageOf(session))).text();
    expect(page).toContain(action === 'settle' ? 'Payment complete' : 'The bank debit failed');
    expect(page).not.toContain('Settle now');
  });

  it('settles a bank debit and ends a session by its clock', async () => {
    const [later, open] = [await trial.session(), await trial.session()];
    await trial.press(later, 'later');
    await trial.press(open, 'decline');
    await trial.control('clock', { advance_seconds: 61 });
    expect(await again(later)).toMatchObject({ payment_status: 'paid' });
    await trial.control('clock', { advance_seconds: 86_400 });
    expect(await again(open)).toMatchObject({ status: 'expired', payment_intent: { status: 'canceled' } });
    await trial.arrived('checkout.session.async_payment_succeeded', 'checkout.session.expired');
    expect((await trial.press(open, 'pay')).status).toBe(409);
  });

  it('keeps a cancelled session open, and ends one on request, once', async () => {
    const session = await trial.session();
    const { body } = await trial.press(session, 'cancel');
    expect(body).toMatchObject({ status: 'open', redirect: 'http://localhost:8080/payment/cancel' });
    expect(await trial.stripe().checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(trial.stripe().checkout.sessions.expire(session.id)).rejects.toThrow('Only Checkout Sessions');
    await trial.arrived('checkout.session.expired');
  });

  it('gives the same card the same fingerprint, and another card another', async () => {
    const cards: (string | null | undefined)[] = [];
    for (const card of ['', '?card=ann', '?card=ann', '?card=ben']) {
      const session = await trial.session();
      await trial.press(session, `pay${card}`);
      cards.push(chargeOf(await again(session)).payment_method_details?.card?.fingerprint);
    }
    expect(cards[1]).toBe(cards[2]);
    expect(new Set(cards).size).toBe(3);
  });

  it('refunds in parts up to what was paid, and lets a refund fail', async () => {
    const session = await trial.session();
    await trial.press(session, 'pay');
    const intent = ((await again(session)).payment_intent as Stripe.PaymentIntent).id;
    const refund = (amount?: number) => trial.stripe().refunds.create({ payment_intent: intent, amount });
    await refund(8_000);
    await expect(refund(101)).rejects.toThrow('greater than unrefunded amount on charge ($1.00)');
    const last = await refund();
    expect([last.amount, chargeOf(await again(session)).refunded]).toEqual([100, true]);
    await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
    await trial.control('refund', { refund: last.id });
    expect(chargeOf(await again(session)).amount_refunded).toBe(8_000);
    expect((await trial.stripe().refunds.list({ payment_intent: intent })).data.map(({ status }) => status)).toEqual([
      'failed',
      'succeeded',
    ]);
    await trial.arrived('refund.created', 'charge.refunded', 'refund.updated', 'refund.failed');
  });

  it.each(['won', 'lost'])('opens a dispute and closes it as %s', async (outcome) => {
    const session = await trial.session();
    await trial.press(session, 'pay');
    const { body: dispute } = await trial.control<Stripe.Dispute>('dispute', { session: session.id });
    expect(dispute).toMatchObject({ object: 'dispute', amount: 8_100, status: 'needs_response' });
    expect(chargeOf(await again(session)).disputed).toBe(true);
    await expect(trial.stripe().refunds.create({ charge: dispute.charge as string })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    await trial.control('dispute', { dispute: dispute.id, outcome });
    expect((await trial.stripe().disputes.list({ charge: dispute.charge as string })).data[0].status).toBe(outcome);
    await trial.arrived('charge.dispute.created', 'charge.dispute.closed');
    expect((await trial.control('dispute', { dispute: dispute.id, outcome })).status).toBe(409);
    expect((await trial.control('dispute', { session: session.id })).status).toBe(outcome === 'won' ? 200 : 409);
  });

  it('has a page that shows the purchase only as text, and runs no script', async () => {
    const hostile = '<img src=x onerror="alert(1)"> & Co';
    const session = await trial.session({
      line_items: [
        {
          quantity: 2,
          price_data: { currency: 'usd', unit_amount: 123_456, product_data: { name: hostile, description: hostile } },
        },
      ],
      cancel_url: 'http://app.example/back?a="b"',
    });
    const page = await browser(session.url!);
    const html = await page.text();
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co');
    expect(html).toContain('TEST MODE');
    expect(html).toContain('$2,469.12');
    expect(html.match(/<input(?![^>]* readonly)/)).toBeNull();
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; form-action 'self' http:\/\/localhost:8080 http:\/\/app.example; /,
    );
  });

  it('sends a browser to the seller when paid or cancelled, and to the page with the reason when declined', async () => {
    const session = await trial.session();
    const press = (action: string) => browser(`${trial.pageOf(session)}/${action}`, 'POST');
    expect((await press('cancel')).headers.get('location')).toBe('http://localhost:8080/payment/cancel');
    const declined = await press('decline');
    expect([declined.status, declined.headers.get('location')]).toEqual([303, `/c/pay/${session.id}`]);
    expect(await (await browser(trial.pageOf(session))).text()).toContain('Your card was declined.');
    const paid = await press('pay');
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `http://localhost:8080/payment/success?session_id=${session.id}`,
    ]);
    const twice = await press('pay');
    expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining('Payment complete')]);
    expect((await browser(`${trial.pageOf(session)}/pay`)).status).toBe(405);
    expect((await browser(`${trial.simulator.url}/c/pay/cs_test_none`)).status).toBe(404);
  });
});
