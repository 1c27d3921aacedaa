import { randomUUID } from 'node:crypto';
import { EventWorld } from './testing/event-world.js';
import { type BillingRpc, CALLERS, RunningBilling } from './testing/running-billing.js';

let world: EventWorld;
let billing: RunningBilling;
const withPlan = randomUUID();
beforeAll(async () => {
  world = await EventWorld.open();
  billing = await RunningBilling.start(world.url, world.bus);
  await billing.as('operator').grantTerm({ grantId: randomUUID(), accountId: withPlan, plan: 'basic', months: 1 });
});
afterAll(async () => {
  await billing?.close();
  await world?.close();
});

/** A refusal by a rule means that the caller was let in. */
const orRefusedByRule = (answer: Promise<unknown>) =>
  answer.catch((error: { kind: string }) => {
    if (!['invalid', 'not_found', 'conflict'].includes(error.kind)) throw error;
    return error;
  });
const order = {
  plan: 'basic',
  duration: 'monthly',
  paymentMethod: 'wallet',
  extend: false,
  quoteId: '',
  referralCode: '',
  idempotencyHash: new Uint8Array(),
};

const QUOTE = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe', extend: false };
const RPCS: [string, string[], (client: BillingRpc) => Promise<unknown>][] = [
  ['ListPlans', ['gateway'], (client) => client.listPlans({})],
  ['GetSubscription', ['gateway', 'operator'], (client) => client.getSubscription({ accountId: randomUUID() })],
  ['GetTimetable', ['usage'], (client) => client.getTimetable({ accountId: randomUUID() })],
  ['CreateQuote', ['gateway'], (client) => client.createQuote({ ...QUOTE, accountId: randomUUID() })],
  ['CancelSubscription', ['gateway'], (client) => client.cancelSubscription({ accountId: withPlan })],
  [
    'GrantTerm',
    ['operator', 'standalone'],
    (client) => client.grantTerm({ grantId: randomUUID(), accountId: randomUUID(), plan: 'basic', months: 1 }),
  ],
  ['GetWallet', ['gateway', 'operator'], (client) => client.getWallet({ accountId: randomUUID() })],
  [
    'ListWalletEntries',
    ['gateway', 'operator'],
    (client) => client.listWalletEntries({ accountId: randomUUID(), beforeSequence: 0, limit: 1 }),
  ],
  [
    'RefundPayment',
    ['operator'],
    (client) => orRefusedByRule(client.refundPayment({ refundId: '', paymentId: '', accountId: '', amountCents: 0 })),
  ],
  [
    'CreatePayment',
    ['gateway'],
    (client) => orRefusedByRule(client.createPayment({ accountId: randomUUID(), ...order })),
  ],
  [
    'GetPayment',
    ['gateway'],
    (client) => orRefusedByRule(client.getPayment({ accountId: randomUUID(), id: randomUUID() })),
  ],
  ['ListPayments', ['gateway'], (client) => client.listPayments({ accountId: randomUUID(), after: '', limit: 1 })],
  [
    'GetReceipt',
    ['gateway'],
    (client) => orRefusedByRule(client.getReceipt({ accountId: randomUUID(), paymentId: randomUUID() })),
  ],
  ['ListPaymentMethods', ['gateway'], (client) => client.listPaymentMethods({})],
  [
    'ReceiveWebhook',
    ['gateway'],
    (client) => orRefusedByRule(client.receiveWebhook({ provider: 'stripe', body: Buffer.from('{}'), signature: '' })),
  ],
];

describe.each(RPCS)('%s', (_, allowed, call) => {
  it.each(allowed)('answers %s', async (caller) => {
    await expect(call(billing.as(caller))).resolves.toBeDefined();
  });

  it.each(CALLERS.filter((caller) => !allowed.includes(caller)))('refuses %s', async (caller) => {
    await expect(call(billing.as(caller))).rejects.toMatchObject({ kind: 'forbidden', code: 'caller_refused' });
  });

  it.each(allowed)('refuses a caller that claims to be %s without its secret', async (caller) => {
    await expect(call(billing.as(caller, 'a-secret-made-up-by-the-caller'))).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });

  it('refuses an unknown caller', async () => {
    await expect(call(billing.as('stranger'))).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

it('every RPC of billing.v1 is in the matrix', async () => {
  const { BillingServiceService } = await import('@precis/proto/billing/v1/billing');
  const names = Object.values(BillingServiceService).map(({ path }) => path.split('/').at(-1));
  expect(RPCS.map(([name]) => name).sort()).toEqual(names.sort());
});
