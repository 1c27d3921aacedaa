import { createHmac } from 'node:crypto';
import { listenForWebhooks, type WebhookListener } from './testing/webhook-listener.js';
import { WebhookSender } from './webhook-sender.js';

const SECRET = 'a-secret-of-the-tests';
const sign = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

describe('a sender of webhooks', () => {
  let listener: WebhookListener;
  let sender: WebhookSender;
  beforeEach(async () => {
    listener = await listenForWebhooks();
    sender = new WebhookSender({
      url: listener.url,
      secret: SECRET,
      headers: (body, secret) => ({ signature: sign(body, secret) }),
      triesAgain: (status) => status === undefined || status >= 500,
      waitsMs: [1, 1],
    });
  });
  afterEach(async () => {
    await sender.close();
    await listener.close();
  });

  const heard = () => listener.heard.map(({ body }) => body.toString());
  const until = async (count: number) => {
    while (listener.heard.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const send = async (...texts: string[]) => {
    for (const text of texts) sender.send((attempt) => `${text}${attempt}`);
    await sender.idle();
  };

  it('signs the very bytes that arrive, and keeps their order', async () => {
    await send('a ✓ ', 'b', 'c');
    expect(heard()).toEqual(['a ✓ 0', 'b0', 'c0']);
    for (const { headers, body } of listener.heard) expect(headers.signature).toBe(sign(body, SECRET));
  });

  it.each([503, 0])('tries again after %d as often as it waits, and not after a refusal', async (status) => {
    listener.answerWith(status);
    await send('a');
    await until(3);
    listener.answerWith(400);
    await send('b');
    await until(4);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard()).toEqual(['a0', 'a1', 'a2', 'b0']);
  });

  it('forgets what waits for another try when it is closed', async () => {
    listener.answerWith(503);
    await send('a');
    await sender.close();
    const count = listener.heard.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(listener.heard).toHaveLength(count);
  });

  it('duplicates, reorders, delays, drops, and signs with a wrong secret, until that is switched off', async () => {
    sender.setFaults({ duplicate: 3 });
    await send('a');
    expect(heard().splice(0)).toEqual(['a0', 'a0', 'a0']);
    listener.heard.length = 0;
    sender.setFaults({ reorder: true });
    await send('a', 'b', 'c');
    expect(heard()).toEqual(['c0', 'b0', 'a0']);
    listener.heard.length = 0;
    sender.setFaults({ delayMs: 50 });
    const begun = performance.now();
    await send('a');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(45);
    sender.setFaults({ drop: true });
    await send('lost');
    sender.setFaults({ wrongSecret: true });
    await send('b');
    sender.setFaults({});
    await send('c');
    expect(heard()).toEqual(['a0', 'b0', 'c0']);
    const right = listener.heard.map(({ headers, body }) => headers.signature === sign(body, SECRET));
    expect(right).toEqual([true, false, true]);
  });
});
