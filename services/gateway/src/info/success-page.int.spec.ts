import { GatewayWorld } from '../testing/gateway-world.js';

let world: GatewayWorld;
beforeAll(async () => void (world = await GatewayWorld.start({})), 30_000);
afterAll(() => world.close());

const shownOf = async (query: string) => {
  const { status, text, headers } = await world.call('GET', `/payment/success${query}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  return { text, id: /<code id="transaction">(.*)<\/code>/s.exec(text)?.[1] };
};

describe('GET /payment/success (PAY-17)', () => {
  it.each(['cs_test_a1B2-c3', 'Wk9xZ3vJq', 'x'.repeat(255)])(
    'names the checkout that a provider sends back: %s',
    async (id) => {
      expect((await shownOf(`?session_id=${id}`)).id).toBe(id);
    },
  );

  it.each([
    '',
    '?session_id=',
    '?session_id=cs_1&session_id=cs_2',
    '?session_id[]=cs_1',
    `?session_id=${'x'.repeat(256)}`,
    ...[
      'Payment failed, call 0800',
      '<script>alert(1)</script>',
      '"><img src=x>',
      '$&',
      '{{session_id}}',
      'a\r\nSet-Cookie: a=b',
      '\u202e1_sc',
    ].map((text) => `?session_id=${encodeURIComponent(text)}`),
  ])('shows no text of a stranger: %j', async (query) => {
    const { id, text } = await shownOf(query);
    expect(id).toBe('none');
    expect(text).not.toMatch(/0800|alert|<img|\$&|\{\{|Set-Cookie|\u202e/);
  });
});
