import { request } from 'node:http';
import { Stripe } from 'stripe';
import { startStripeSimulator } from './stripe-simulator.js';
import { StripeTrial } from './testing/stripe-trial.js';

describe("the simulator's API under the real SDK", () => {
  let trial: StripeTrial;
  beforeAll(async () => void (trial = await StripeTrial.start()));
  afterAll(() => trial?.close());

  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`${trial.simulator.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${trial.simulator.apiKey}`, ...init.headers },
    });
  const refusalOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: Stripe.errors.StripeError) => error,
    );

  it('creates a customer and a session in the format of the SDK, and finds them again', async () => {
    const customer = await trial.stripe().customers.create({ metadata: { account_id: 'a' } });
    const session = await trial.session({ customer: customer.id, metadata: { plan: 'medium' } });
    expect(session).toMatchObject({
      id: expect.stringMatching(/^cs_test_\w{58}$/),
      object: 'checkout.session',
      amount_total: 8_100,
      client_reference_id: 'payment-1',
      currency: 'usd',
      customer: customer.id,
      livemode: false,
      metadata: { plan: 'medium' },
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      ui_mode: 'hosted_page',
      url: trial.pageOf(session),
    });
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    const { data } = await trial.stripe().checkout.sessions.list({ customer: customer.id });
    expect(data).toEqual([JSON.parse(JSON.stringify(session))]);
    expect((await trial.stripe().customers.retrieve(customer.id)).id).toBe(customer.id);
  });

  it('expands ids to objects, in lists too, and refuses what cannot be expanded', async () => {
    const session = await trial.session();
    await trial.press(session, 'pay');
    const found = await trial.stripe().checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });
    const intent = found.payment_intent as Stripe.PaymentIntent;
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({ status: 'succeeded', amount: 8_100, metadata: { payment_id: 'payment-1' } });
    expect(found.line_items?.data.map(({ description }) => description)).toEqual(['Medium plan']);
    const listed = await trial
      .stripe()
      .checkout.sessions.list({ payment_intent: intent.id, expand: ['data.payment_intent.latest_charge'] });
    expect(((listed.data[0].payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge).id).toBe(charge.id);
    const refusal = await refusalOf(trial.stripe().charges.retrieve(charge.id, { expand: ['amount'] }));
    expect(refusal?.message).toContain('cannot be expanded');
  });

  it('answers a repeat under one idempotency key with the first answer, and 400 for other parameters', async () => {
    const create = (name: string) => trial.stripe().customers.create({ name }, { idempotencyKey: 'cust:1' });
    const [first, again] = [await create('Ann'), await create('Ann')];
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(again.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
    const refusal = await refusalOf(create('Ben'));
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(refusal?.statusCode).toBe(400);
  });

  it.each<[string, object, string]>([
    ['the parameter that left with API 2026', { payment_method_types: ['card'] }, 'payment_method_types'],
    ['an unknown name in a list', { line_items: [{ quantity: 1, price_id: 'x' }] }, 'line_items[0][price_id]'],
    [
      'an unknown name far inside',
      { line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: { nme: 'x' } } }] },
      'line_items[0][price_data][product_data][nme]',
    ],
    ['an unknown name of the payment', { payment_intent_data: { meta: 'x' } }, 'payment_intent_data[meta]'],
  ])('refuses %s', async (_what, changed, param) => {
    const refusal = await refusalOf(trial.session(changed));
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(refusal).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param });
  });

  it.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string]>([
    ['no mode', { mode: undefined }, 'mode'],
    ['a subscription', { mode: 'subscription' }, 'mode'],
    ['a customer of nobody', { customer: 'cus_none' }, 'customer'],
    ['an end too near', { expires_at: Math.floor(Date.now() / 1_000) + 60 }, 'expires_at'],
    ['an end too far', { expires_at: Math.floor(Date.now() / 1_000) + 90_000 }, 'expires_at'],
    ['an address that is none', { success_url: '/success' }, 'success_url'],
    [
      'half a dollar less one cent',
      {
        line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 49, product_data: { name: 'x' } } }],
      },
      'line_items',
    ],
    [
      'an amount that is no whole number',
      {
        line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 9.5, product_data: { name: 'x' } } }],
      },
      'line_items[0][price_data][unit_amount]',
    ],
  ])('refuses a session with %s', async (_what, changed, param) => {
    expect(await refusalOf(trial.session(changed))).toMatchObject({ statusCode: 400, param });
  });

  it('lists the newest first, page by page, by the SDK to the end', async () => {
    const email = 'pages@example.com';
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.unshift((await trial.stripe().customers.create({ email, name: `n${n}` })).id);
    const listed: string[] = [];
    for await (const { id } of trial.stripe().customers.list({ email, limit: 3 })) listed.push(id);
    expect(listed).toEqual(made);
    const before = await trial.stripe().customers.list({ email, limit: 2, ending_before: made[3] });
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(1, 3));
  });

  it('answers like Stripe: 404 for unknown objects, 401 for another key, and never accepts a live key', async () => {
    const missing = await refusalOf(trial.stripe().checkout.sessions.retrieve('cs_test_none'));
    expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing', type: 'StripeInvalidRequestError' });
    const stranger = await refusalOf(trial.stripe({ key: 'sk_test_other' }).customers.list());
    expect(stranger).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    const live = await refusalOf(trial.stripe({ key: `sk_live_${'x'.repeat(20)}` }).customers.list());
    expect(live?.message).toContain('takes no live keys');
    expect(await refusalOf(trial.stripe().plans.list())).toMatchObject({ statusCode: 404 });
    for (const apiKey of ['sk_live_1', 'rk_live_1', 'pk_test_1'])
      await expect(startStripeSimulator({ apiKey })).rejects.toThrow('only takes test keys');
  });

  it('supports one version of the API, and refuses a body that is too long or too deeply nested', async () => {
    const version = await raw('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } });
    expect([version.status, await version.json()]).toMatchObject([400, { error: { type: 'invalid_request_error' } }]);
    expect((await raw('/v1/customers', { method: 'POST', body: `name=${'x'.repeat(300_000)}` })).status).toBe(413);
    const deep = await raw('/v1/customers', { method: 'POST', body: `metadata${'[a]'.repeat(50)}=1` });
    expect(deep.status).toBe(400);
    const ofAll = await raw('/v1/customers', { method: 'POST', body: 'constructor=1' });
    expect(await ofAll.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'constructor' } });
    const polluted = await raw('/v1/customers', { method: 'POST', body: 'metadata[__proto__]=1&__proto__[x]=1' });
    expect(polluted.status).toBe(400);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('fails like Stripe: an answer that is lost, and one that stays under its key whether or not the work was done', async () => {
    const count = async (email: string) => (await trial.stripe().customers.list({ email })).data.length;
    const create = (email: string, maxNetworkRetries = 0) =>
      trial.stripe({ maxNetworkRetries }).customers.create({ email }, { idempotencyKey: email });
    const [cut, early, late] = ['cut@example.com', 'early@example.com', 'late@example.com'];
    await trial.control('faults', { cut_answer: 1 });
    expect(await refusalOf(create(cut))).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    await trial.control('faults', { cut_answer: 0, api_error: 1 });
    expect(await refusalOf(create(early))).toBeInstanceOf(Stripe.errors.StripeAPIError);
    await trial.control('faults', { api_error: 0, late_error: 1 });
    expect(await refusalOf(create(late))).toBeInstanceOf(Stripe.errors.StripeAPIError);
    await trial.control('faults', { late_error: 0 });
    expect((await create(cut)).email).toBe(cut);
    expect(await refusalOf(create(early))).toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect([await count(cut), await count(early), await count(late)]).toEqual([1, 0, 1]);
  });

  it('answers only at its own address', async () => {
    const { port } = new URL(trial.simulator.url);
    const status = await new Promise((resolve) =>
      request({ port, host: '127.0.0.1', path: '/v1/customers', headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end(),
    );
    expect(status).toBe(421);
  });
});
