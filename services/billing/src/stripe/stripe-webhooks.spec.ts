import { createLogger } from '@precis/runtime/logger';
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { API_VERSION } from './stripe-calls.js';
import { readWebhook } from './stripe-webhooks.js';

const SECRET = 'whsec_of_the_endpoint_1';
const now = new Date('2026-11-21T12:00:00Z');
const seconds = now.getTime() / 1_000;
const stripe = new Stripe('sk_test_unused');
const paymentId = randomUUID();

interface Changes {
  type?: string;
  object?: object;
  api_version?: string | null;
}
const event = ({ type = 'checkout.session.completed', object, api_version = API_VERSION }: Changes = {}) => ({
  id: 'evt_1',
  object: 'event',
  type,
  api_version,
  data: { object: object ?? { id: 'cs_test_1', object: 'checkout.session', client_reference_id: paymentId } },
});
const sign = (payload: string, { secret = SECRET, age = 0 } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds - age });
function read(payload: string | Buffer, signature: string, secrets = [SECRET], logged: string[] = []) {
  const logger = createLogger('test', 'info', { write: (line: string) => void logged.push(line) });
  return readWebhook(stripe, { body: Buffer.from(payload), signature, secrets, now }, logger);
}
const refused = (code = 'bad_signature') => expect.objectContaining({ kind: 'invalid', code });

describe('a webhook of Stripe (PAY-40)', () => {
  it('is verified over its bytes, with any whitespace', () => {
    for (const payload of [
      JSON.stringify(event()),
      JSON.stringify(event(), null, 2),
      `\n\t ${JSON.stringify(event(), null, '\t')}\r\n\r\n`,
    ])
      expect(read(payload, sign(payload))).toEqual({
        eventId: 'evt_1',
        type: 'checkout.session.completed',
        reference: 'cs_test_1',
        paymentId,
      });
  });

  it('is accepted with the old and the new secret while they are rotated', () => {
    const payload = JSON.stringify(event());
    for (const secret of ['whsec_the_old_one_00', 'whsec_the_new_one_00'])
      expect(read(payload, sign(payload, { secret }), ['whsec_the_new_one_00', 'whsec_the_old_one_00']).eventId).toBe(
        'evt_1',
      );
    const both = `${sign(payload, { secret: 'whsec_the_old_one_00' })},${sign(payload).split(',')[1]}`;
    expect(read(payload, both).eventId).toBe('evt_1');
  });

  it('is accepted up to 300 s before and after now, and not beyond', () => {
    const payload = JSON.stringify(event());
    for (const age of [300, -300]) expect(read(payload, sign(payload, { age })).eventId).toBe('evt_1');
    for (const age of [301, -301, 86_400, -3_600])
      expect(() => read(payload, sign(payload, { age }))).toThrow(refused());
  });

  it.each<[string, (payload: string) => [string | Buffer, string]]>([
    ['another secret', (payload) => [payload, sign(payload, { secret: 'whsec_of_somebody_else' })]],
    ['an altered body', (payload) => [payload.replace('evt_1', 'evt_2'), sign(payload)]],
    ['re-serialised JSON', (payload) => [JSON.stringify(JSON.parse(payload), null, 1), sign(payload)]],
    ['a byte order mark', (payload) => [`\uFEFF${payload}`, sign(payload)]],
    ['an empty body', () => ['', sign('')]],
    [
      'bytes that are no UTF-8, signed as the SDK reads them',
      () => [Buffer.from([0x7b, 0xff, 0x7d]), sign('{\uFFFD}')],
    ],
    ['no signature', (payload) => [payload, '']],
    ['a signature without a time', (payload) => [payload, sign(payload).replace(/t=\d+,/, '')]],
    ['a time that is no number', (payload) => [payload, sign(payload).replace(/t=\d+/, 't=NaN')]],
    ['two times', (payload) => [payload, `t=${seconds},${sign(payload, { age: 9_999 })}`]],
    ['a signature of the test scheme', (payload) => [payload, sign(payload).replace('v1=', 'v0=')]],
    ['an empty signature', (payload) => [payload, `t=${seconds},v1=`]],
    ['a header without an end', (payload) => [payload, `${sign(payload)}${',v1=00'.repeat(2_000)}`]],
  ])('is refused with %s', (_name, forge) => {
    const [body, signature] = forge(JSON.stringify(event()));
    expect(() => read(body, signature)).toThrow(refused());
  });

  it.each([
    ['a v2 event', { id: 'evt_1', object: 'v2.core.event', type: 'v1.x' }],
    ['no event', { hello: 'world' }],
    ['an event without an object', { id: 'evt_1', object: 'event', type: 'x', data: {} }],
    ['a list', []],
  ])('is not supported when it is signed and %s', (_name, content) => {
    const payload = JSON.stringify(content);
    expect(() => read(payload, sign(payload))).toThrow(refused('unsupported_event'));
  });

  it('is not supported when it is signed and is not JSON', () => {
    expect(() => read('{oops', sign('{oops'))).toThrow(refused('unsupported_event'));
  });

  it('is logged when it is of another API version', () => {
    const payload = JSON.stringify(event({ api_version: '2024-06-20' }));
    const logged: string[] = [];
    expect(read(payload, sign(payload), [SECRET], logged).eventId).toBe('evt_1');
    expect(logged.join()).toContain(API_VERSION);
  });

  it.each([
    ['charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: { payment_id: paymentId } }],
    ['refund.updated', { id: 're_1', object: 'refund', payment_intent: 'pi_1', metadata: {} }],
    ['refund.failed', { id: 're_1', object: 'refund', payment_intent: { id: 'pi_1' } }],
    ['charge.dispute.closed', { id: 'du_1', object: 'dispute', payment_intent: 'pi_1' }],
    [
      'radar.early_fraud_warning.created',
      { id: 'issfr_1', object: 'radar.early_fraud_warning', payment_intent: 'pi_1' },
    ],
  ])('of %s names the payment intent', (type, object) => {
    const payload = JSON.stringify(event({ type, object }));
    expect(read(payload, sign(payload))).toMatchObject({ type, reference: 'pi_1' });
  });

  it.each(['customer.created', 'payment_intent.payment_failed', 'invoice.paid', 'something.new'])(
    'of type %s names no payment',
    (type) => {
      const payload = JSON.stringify(event({ type }));
      expect(read(payload, sign(payload))).toEqual({ eventId: 'evt_1', type });
    },
  );

  it('ignores a malformed payment id', () => {
    const object = { id: 'cs_1', object: 'checkout.session', metadata: { payment_id: "x' OR 1=1" } };
    const payload = JSON.stringify(event({ object }));
    expect(read(payload, sign(payload)).paymentId).toBeUndefined();
  });
});
