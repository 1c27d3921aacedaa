import type { ReceiveWebhookRequest } from '@precis/proto/billing/v1/billing';
import { DomainError } from '@precis/runtime/domain-error';
import { createLogger } from '@precis/runtime/logger';
import { Writable } from 'node:stream';
import { GatewayWorld } from '../testing/gateway-world.js';

const PROVIDERS: [path: string, provider: string, header: string][] = [
  ['/api/webhooks/stripe', 'stripe', 'stripe-signature'],
  ['/api/webhooks/btcpay', 'btcpay', 'btcpay-sig'],
];

let world: GatewayWorld;
let log: string;

beforeAll(async () => {
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  world = await GatewayWorld.start(
    {
      billing: {
        receiveWebhook: ({ signature }: ReceiveWebhookRequest) => {
          if (signature === 'wrong')
            throw new DomainError('invalid', 'bad_signature', 'The signature of this webhook is missing or wrong.');
          if (signature === 'broken') throw new Error('no answer of ours');
          return {};
        },
      },
    },
    { LOG_LEVEL: 'debug' },
    { logger: createLogger('test', 'debug', lines) },
  );
}, 30_000);
beforeEach(() => {
  world.asked.length = 0;
  world.services.billing.away = false;
  log = '';
});
afterAll(() => world.close());

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const asked = () => world.lastAsked('receiveWebhook') as ReceiveWebhookRequest | undefined;

describe.each(PROVIDERS)('POST %s (PAY-52)', (path, provider, header) => {
  const post = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = { [header]: 't=1,v1=ab' }) =>
    world.call('POST', path, { raw, headers });

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['JSON with odd white space and its keys in any order', bytes('{ "z" :1,\r\n\t"a": [ ]\u2028}  \n')],
    ['two equal keys and a number beyond every float', bytes('{"a":1,"a":1e999,"__proto__":{}}')],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x7d])],
    ['a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ['no JSON at all', bytes('not json')],
    ['deeper nesting than any body of ours', bytes('['.repeat(5_000))],
    ['one blank', bytes(' ')],
    ['exactly 1 MB', new Uint8Array(1_000_000).fill(0x61)],
  ])('passes on unchanged: %s', async (_what, raw) => {
    const answer = await post(raw);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(Buffer.from(asked()!.body).equals(Buffer.from(raw))).toBe(true);
    expect([asked()!.provider, asked()!.signature]).toEqual([provider, 't=1,v1=ab']);
  });

  it.each(['application/json', 'application/json; charset=iso-8859-1', 'text/plain', 'application/octet-stream'])(
    'accepts the bytes under any content type: %s',
    async (type) => {
      expect((await post('{"a":"\u00e9"}', { [header]: 's', 'content-type': type })).status).toBe(200);
      expect(Buffer.from(asked()!.body).toString()).toBe('{"a":"\u00e9"}');
    },
  );

  it('needs no session, and ignores one', async () => {
    const headers = { [header]: 's', authorization: 'Bearer nonsense', 'x-api-key': 'prc_wrong' };
    expect((await post('{}', headers)).status).toBe(200);
  });

  it.each<[string, number, string, string, Record<string, string>]>([
    ['no signature', 400, 'signature_missing', '{}', {}],
    ['an empty signature', 400, 'signature_missing', '{}', { [header]: ' ' }],
    ['a signature that is longer than any', 400, 'bad_signature', '{}', { [header]: 'x'.repeat(2_001) }],
    ['no body', 400, 'body_missing', '', { [header]: 's' }],
    ['more than 1 MB', 413, 'body_too_large', 'x'.repeat(1_000_001), { [header]: 's' }],
  ])('%s is %d %s, and billing is not asked', async (_what, status, code, raw, headers) => {
    const answer = await post(raw, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(asked()).toBeUndefined();
  });

  it("the other provider's signature header is treated as absent", async () => {
    const other = header === 'btcpay-sig' ? 'stripe-signature' : 'btcpay-sig';
    expect((await post('{}', { [other]: 's' })).body.code).toBe('signature_missing');
  });

  it('a wrong signature is 400 with its code', async () => {
    const answer = await post('{}', { [header]: 'wrong' });
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_signature']);
  });

  it('503 while billing is unavailable, so that the provider sends it again', async () => {
    world.services.billing.away = true;
    const answer = await post('{}');
    expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts each answer by provider and outcome, from 0 on', async () => {
    const counted = async () =>
      Object.fromEntries(
        (await world.gateway.metrics.getSingleMetric('precis_payment_webhook_answers_total')!.get()).values
          .filter(({ labels }) => labels.provider === provider)
          .map(({ labels, value }) => [labels.outcome, value]),
      );
    const fresh = await GatewayWorld.start({}, {});
    const metric = fresh.gateway.metrics.getSingleMetric('precis_payment_webhook_answers_total')!;
    expect((await metric.get()).values.map(({ labels, value }) => [labels.provider, labels.outcome, value])).toEqual(
      ['stripe', 'btcpay'].flatMap((name) => ['accepted', 'refused', 'failed'].map((outcome) => [name, outcome, 0])),
    );
    await fresh.close();
    const before = await counted();
    await post('{}');
    await post('{}', { [header]: 'wrong' });
    await post('{}', { [header]: 'broken' });
    world.services.billing.away = true;
    await post('{}');
    // This route shows an account's webhook, so it is not counted.
    await world.call('GET', path);
    expect(await counted()).toEqual({
      accepted: before.accepted + 1,
      refused: before.refused + 1,
      failed: before.failed + 2,
    });
  });

  it('logs neither body nor signature, for any outcome', async () => {
    for (const signature of ['wrong', 'broken', 'canary-signature']) {
      await post('{"canary-body":1}', { [header]: signature });
      world.services.billing.away = true;
      await post('{"canary-body":1}', { [header]: signature });
      world.services.billing.away = false;
    }
    expect(log).toContain('request refused');
    expect(log).not.toMatch(/canary/);
  });

  it('other methods belong to the webhooks of an account, and need its credential', async () => {
    const answer = await world.call('GET', path);
    expect([answer.status, answer.body.code]).toEqual([401, 'api_key_missing']);
  });
});

it('an unknown provider is refused without a call', async () => {
  const refusals: [path: string, refusal: [number, string]][] = [
    ['/api/webhooks/paypal', [405, 'method_not_allowed']],
    ['/api/webhooks', [401, 'api_key_missing']],
    ['/api/webhooks/stripe/x', [404, 'not_found']],
  ];
  for (const [path, refusal] of refusals) {
    const answer = await world.call('POST', path, { raw: '{}', headers: { 'stripe-signature': 's' } });
    expect([answer.status, answer.body.code]).toEqual(refusal);
  }
  expect(asked()).toBeUndefined();
});
