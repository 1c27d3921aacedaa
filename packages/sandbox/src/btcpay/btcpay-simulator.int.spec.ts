import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenForWebhooks, type WebhookListener } from '../webhooks/testing/webhook-listener.js';
import { type BtcpaySimulator, startBtcpaySimulator } from './btcpay-simulator.js';
import { PERMISSIONS } from './greenfield-routes.js';

const SECRET = 'the-secret-of-the-webhook';
const ORDER = { orderId: '0192f0c1-0000-7000-8000-000000000001', attempt: 1 };

type Json = Record<string, unknown>;

describe("the simulated BTCPay Server's API", () => {
  let folder: string;
  let path: string;
  let listener: WebhookListener;
  let btcpay: BtcpaySimulator;
  let nowMs: number;
  const now = () => new Date(nowMs);
  const start = () =>
    startBtcpaySimulator({
      path,
      apiKey: 'the-key-of-the-store',
      webhook: { url: listener.url, secret: SECRET, waitsMs: [5] },
      now,
    });
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-22T12:00:00Z');
    folder = await mkdtemp(join(tmpdir(), 'btcpay-'));
    path = join(folder, 'btcpay.json');
    listener = await listenForWebhooks();
    btcpay = await start();
  });
  afterEach(async () => {
    await btcpay.close();
    await listener.close();
    await rm(folder, { recursive: true });
  });

  const ask = async (method: string, at: string, body?: Json, token = btcpay.apiKey) => {
    const response = await fetch(`${btcpay.url}${at}`, {
      method,
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: (text && JSON.parse(text)) as Json & Json[] };
  };
  const invoices = () => `/api/v1/stores/${btcpay.storeId}/invoices`;
  const create = async (besides: Json = {}, checkout: Json = {}) => {
    const defaults = { speedPolicy: 'MediumSpeed', expirationMinutes: 30, monitoringMinutes: 1_440 };
    const body = {
      amount: '84.00',
      currency: 'USD',
      metadata: ORDER,
      checkout: { ...defaults, ...checkout },
      ...besides,
    };
    return ask('POST', invoices(), body);
  };
  const created = async (checkout: Json = {}) => (await create({}, checkout)).body.id as unknown as string;
  const press = async (id: string, action: string) =>
    (await (await fetch(`${btcpay.url}/i/${id}/${action}`, { method: 'POST' })).json()) as Json;
  const get = async (id: string) => (await ask('GET', `/api/v1/invoices/${id}`)).body as Json;
  const stateOf = ({ status, additionalStatus, paidAmount }: Json) => [status, additionalStatus, paidAmount];
  const told = async () => {
    await btcpay.idle();
    return listener.heard.map(({ body }) => JSON.parse(body.toString()) as Json);
  };
  const types = async () => (await told()).map(({ type }) => type);

  it('returns an invoice in the format of the real server, and finds it by its order', async () => {
    const { status, body } = await create();
    expect(status).toBe(200);
    const at = nowMs / 1_000;
    expect(body).toMatchObject({
      storeId: btcpay.storeId,
      amount: '84.00',
      paidAmount: '0.00',
      currency: 'USD',
      checkoutLink: `${btcpay.url}/i/${String(body.id)}`,
      createdTime: at,
      expirationTime: at + 1_800,
      monitoringExpiration: at + 1_800 + 86_400,
      status: 'New',
      additionalStatus: 'None',
      availableStatusesForManualMarking: ['Settled', 'Invalid'],
      metadata: ORDER,
    });
    await create({ metadata: { orderId: 'another' } });
    expect(await get(String(body.id))).toEqual(body);
    expect((await ask('GET', `${invoices()}?orderId=${ORDER.orderId}`)).body).toEqual([body]);
    expect((await ask('GET', `${invoices()}?orderId=none`)).body).toEqual([]);
    expect((await ask('GET', '/api/v1/invoices/none')).body).toMatchObject({ code: 'invoice-not-found' });
  });

  it('refuses an unknown key, what the key may not do, another store, and unknown fields', async () => {
    expect((await ask('GET', invoices(), undefined, 'guessed')).status).toBe(401);
    expect((await ask('GET', '/api/v1/stores/another/invoices')).body).toMatchObject({ code: 'missing-permission' });
    const viewer = await startBtcpaySimulator({ permissions: [PERMISSIONS.view] });
    const headers = { authorization: `token ${viewer.apiKey}` };
    const made = await fetch(`${viewer.url}/api/v1/stores/${viewer.storeId}/invoices`, { method: 'POST', headers });
    expect([made.status, await made.json()]).toMatchObject([403, { missingPermission: PERMISSIONS.create }]);
    await viewer.close();
    const refused: Json[] = [
      { amount: '-1' },
      { amount: '1e3' },
      { amount: '0.00' },
      { amount: '1.005' },
      { amount: null },
      { currency: 'EUR' },
      { orderId: 'at the wrong place' },
      { checkout: { speed: 'MediumSpeed' } },
      { checkout: { speedPolicy: 'Fast' } },
      { checkout: { expirationMinutes: 0 } },
      { metadata: [] },
    ];
    for (const one of refused) expect((await create(one)).status).toBe(422);
    expect((await ask('GET', invoices())).body).toEqual([]);
  });

  it('goes through every state that payers, blocks and time cause', async () => {
    const exact = await created();
    expect(stateOf(await press(exact, 'pay?percent=50'))).toEqual(['New', 'PaidPartial', '42.00']);
    expect(stateOf(await press(exact, 'pay?percent=50'))).toEqual(['Processing', 'None', '84.00']);
    expect(stateOf(await press(exact, 'confirm'))).toEqual(['Settled', 'None', '84.00']);
    const over = await created();
    expect(stateOf(await press(over, 'pay?percent=150'))).toEqual(['Processing', 'PaidOver', '126.00']);
    expect(stateOf(await press(over, 'confirm'))).toEqual(['Settled', 'PaidOver', '126.00']);
    const under = await created();
    await press(under, 'pay?percent=50');
    expect(stateOf(await press(under, 'expire'))).toEqual(['Expired', 'PaidPartial', '42.00']);
    expect(stateOf(await press(under, 'pay?percent=50'))).toEqual(['Expired', 'PaidLate', '84.00']);
    const unpaid = await created();
    expect(stateOf(await press(unpaid, 'expire'))).toEqual(['Expired', 'None', '0.00']);
    const stuck = await created();
    await press(stuck, 'pay');
    expect(stateOf(await press(stuck, 'expire'))).toEqual(['Invalid', 'None', '84.00']);
    const slow = await created({ speedPolicy: 'LowMediumSpeed' });
    await press(slow, 'pay');
    expect(stateOf(await press(slow, 'confirm'))).toEqual(['Processing', 'None', '84.00']);
    expect(stateOf(await press(slow, 'confirm'))).toEqual(['Settled', 'None', '84.00']);
    expect((await press(slow, 'expire')).code).toBe('not-now');
  });

  it('expires invoices by its clock, and watches an address only for the monitoring time', async () => {
    const id = await created();
    nowMs += 1_800_000;
    expect(stateOf(await get(id))).toEqual(['Expired', 'None', '0.00']);
    nowMs += 86_401_000;
    expect((await press(id, 'pay')).code).toBe('not-now');
  });

  it('marks invoices only under the conditions of the real server', async () => {
    const mark = async (id: string, status: string) => ask('POST', `/api/v1/invoices/${id}/status`, { status });
    const id = await created();
    expect((await mark(id, 'Invalid')).body).toMatchObject({ status: 'Invalid', additionalStatus: 'Marked' });
    expect((await mark(id, 'Invalid')).status).toBe(422);
    expect((await mark(id, 'Expired')).status).toBe(422);
    expect((await mark(id, 'Settled')).body).toMatchObject({ status: 'Settled', additionalStatus: 'Marked' });
    const paid = await created();
    await press(paid, 'pay');
    await press(paid, 'confirm');
    expect((await mark(paid, 'Invalid')).status).toBe(422);
    expect(await types()).toContain('InvoiceInvalid');
  });

  it('offers a refund to be claimed, of the paid or the overpaid amount', async () => {
    const id = await created();
    const refund = async (refundVariant: string) => ask('POST', `/api/v1/invoices/${id}/refund`, { refundVariant });
    expect((await refund('Fiat')).body).toMatchObject({ code: 'non-refundable' });
    await press(id, 'pay?percent=150');
    await press(id, 'confirm');
    expect((await refund('Everything')).status).toBe(422);
    const { body } = await refund('Fiat');
    expect(body).toMatchObject({ currency: 'USD', amount: '126.00' });
    expect(await (await fetch(String(body.viewLink))).text()).toContain('126.00 USD');
    expect((await refund('OverpaidAmount')).body).toMatchObject({ currency: 'BTC', amount: '0.00065298' });
  });

  it('reports each change in signed webhooks, including a settled partial payment, which settles no invoice', async () => {
    const id = await created();
    await press(id, 'pay?percent=50');
    await press(id, 'confirm');
    await press(id, 'expire');
    await press(id, 'pay?percent=50');
    await press(id, 'confirm');
    expect(await types()).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoicePaymentSettled',
      'InvoiceExpired',
      'InvoiceExpiredPaidPartial',
      'InvoiceReceivedPayment',
      'InvoicePaidAfterExpiration',
      'InvoicePaymentSettled',
    ]);
    const [, received] = await told();
    expect(received).toMatchObject({
      storeId: btcpay.storeId,
      invoiceId: id,
      metadata: ORDER,
      isRedelivery: false,
      originalDeliveryId: received.deliveryId,
      afterExpiration: false,
      paymentMethodId: 'BTC-CHAIN',
      payment: { value: '0.00065298', status: 'Processing' },
    });
    for (const { headers, body } of listener.heard)
      expect(headers['btcpay-sig']).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
  });

  it('redelivers under a new id that names the first one; a restart loses deliveries and keeps invoices', async () => {
    listener.answerWith(503);
    const id = await created();
    while (listener.heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const [first, second] = await told();
    expect(second).toMatchObject({ isRedelivery: true, originalDeliveryId: first.deliveryId, type: 'InvoiceCreated' });
    expect(second.deliveryId).not.toBe(first.deliveryId);
    await press(id, 'pay');
    await btcpay.idle();
    await btcpay.close();
    const count = listener.heard.length;
    listener.answerWith(200);
    btcpay = await start();
    expect(await get(id)).toMatchObject({ status: 'Processing', paidAmount: '84.00' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(listener.heard).toHaveLength(count);
  });

  it('writes each change to disk before it answers, and keeps the newest thousand invoices', async () => {
    const onDisk = async () => (JSON.parse(await readFile(path, 'utf8')) as { invoices: Json[] }).invoices;
    const id = await created();
    await press(id, 'pay');
    expect((await onDisk())[0]).toMatchObject({ id, status: 'Processing' });
    for (let made = 0; made < 1_000; made += 50) await Promise.all(Array.from({ length: 50 }, () => created()));
    expect(await onDisk()).toHaveLength(1_000);
    expect((await ask('GET', `/api/v1/invoices/${id}`)).status).toBe(404);
  });

  it('accepts faults over HTTP from any client with the key', async () => {
    expect((await ask('POST', '/_sim/faults', { drop: true }, 'guessed')).status).toBe(401);
    await ask('POST', '/_sim/faults', { drop: true });
    await created();
    expect(await types()).toEqual([]);
    expect((await ask('POST', '/_sim/faults', { drop: 0, duplicate: 1 })).body).toMatchObject({
      drop: 0,
      duplicate: 1,
    });
    await created();
    const copies = await told();
    expect(copies.length).toBeGreaterThanOrEqual(2);
    expect(new Set(copies.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    expect((await ask('POST', '/_sim/faults', { explode: 1 })).status).toBe(400);
  });
});
