import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';

/** POST /api/webhooks/stripe and /btcpay from the point of view of strangers (PAY-52, LIMIT-6). */
export function webhookContract(using: () => Deployment): void {
  describe.each([
    ['/api/webhooks/stripe', 'stripe-signature'],
    ['/api/webhooks/btcpay', 'btcpay-sig'],
  ])('POST %s', (path, header) => {
    const post = (raw: string, headers: Record<string, string>) => using().call('POST', path, { raw, headers });

    it('400 without a signature, with a wrong one, and without a body', async () => {
      expectPrivateError(await post('{}', {}), 400, 'signature_missing');
      expectPrivateError(await post('', { [header]: 't=1,v1=00' }), 400, 'body_missing');
      const wrong = [
        'nonsense',
        `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`,
        `sha256=${'0'.repeat(64)}`,
      ];
      for (const signature of wrong)
        for (const body of ['{"id":"evt_1","type":"checkout.session.completed"}', 'not json'])
          expectPrivateError(await post(body, { [header]: signature }), 400, 'bad_signature');
    });

    it('413 for more than 1 MB', async () => {
      expectPrivateError(await post('x'.repeat(1_000_001), { [header]: 's' }), 413, 'body_too_large');
    });
  });

  it("405 for a provider that there is not: the address is that of an account's webhook", async () => {
    expectPublicError(await using().call('POST', '/api/webhooks/paypal', { raw: '{}' }), 405, 'method_not_allowed');
  });
}
