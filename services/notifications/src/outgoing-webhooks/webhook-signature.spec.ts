import { Webhook } from 'standardwebhooks';
import { freshSecret, signedHeaders } from './webhook-signature.js';

const message = { id: 'msg_1', body: '{"type":"webhook.test","text":"é"}' };

describe('the signature of a webhook (HOOK-3)', () => {
  it('is the one of the specification', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signedHeaders(
      [secret],
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
      new Date(1_614_265_330_000),
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is valid for each secret that signs, and for no other', () => {
    const [one, other] = [freshSecret(), freshSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = signedHeaders([one, other], message, new Date());
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of [one, other])
      expect(new Webhook(secret).verify(message.body, headers)).toMatchObject({ type: 'webhook.test' });
    expect(() => new Webhook(freshSecret()).verify(message.body, headers)).toThrow();
    expect(() => new Webhook(one).verify(`${message.body} `, headers)).toThrow();
    expect(() => new Webhook(one).verify(message.body, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
  });
});
