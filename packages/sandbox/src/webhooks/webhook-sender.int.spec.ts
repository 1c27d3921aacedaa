import { eventually } from '@precis/testing/eventually';
import { createHmac } from 'node:crypto';
import { FaultDice } from './fault-dice.js';
import { listenForWebhooks, type WebhookListener } from './testing/webhook-listener.js';
import { type Delivery, WebhookSender } from './webhook-sender.js';

const SECRET = 'a-secret-of-the-tests';
const sign = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

describe('a sender of webhooks', () => {
  let listener: WebhookListener;
  let deliveries: Map<string, Delivery>;
  let dice: FaultDice;
  let sender: WebhookSender;
  let settled: string[];
  let url: string | undefined;
  let kept: Promise<void>;
  let waitMs: number;
  const open = (atOnce = 1) =>
    new WebhookSender(
      {
        url: () => url,
        secret: SECRET,
        atOnce,
        body: (eventId, attempt) => (eventId === 'forgotten' ? undefined : `${eventId}${attempt}`),
        headers: (body, secret) => ({ signature: sign(body, secret) }),
        triesAgain: (status) => status === undefined || status >= 500,
        waitMs: (failures) => (failures < 3 ? waitMs : undefined),
        kept: () => kept,
        settled: (eventId) => void settled.push(eventId),
      },
      dice,
      deliveries,
    );
  beforeEach(async () => {
    listener = await listenForWebhooks();
    [deliveries, dice, settled, url, kept] = [new Map(), new FaultDice(), [], listener.url, Promise.resolve()];
    waitMs = 1;
    sender = open();
  });
  afterEach(async () => {
    await sender.close();
    await listener.close();
  });

  const heard = () => listener.heard.map(({ body }) => body.toString());
  /** Sends a message directly. When it has arrived, everything that the sender sent earlier has arrived too. */
  const speak = async (body: string) => {
    const response = await fetch(listener.url, { method: 'POST', body });
    await response.body?.cancel();
  };
  /** Advances the time until everything that waits is due. */
  const comeDue = () => {
    for (const delivery of deliveries.values()) delivery.dueMs = 0;
    sender.wake();
  };
  const send = async (...eventIds: string[]) => {
    for (const eventId of eventIds) sender.enqueue(eventId);
    await sender.idle();
  };

  it('signs exactly the bytes that arrive, and keeps their order where it sends one by one', async () => {
    await send('a ✓ ', 'b', 'c');
    expect(heard()).toEqual(['a ✓ 0', 'b0', 'c0']);
    for (const { headers, body } of listener.heard) expect(headers.signature).toBe(sign(body, SECRET));
    expect([settled, deliveries.size]).toEqual([['a ✓ ', 'b', 'c'], 0]);
  });

  it.each([503, 0])('tries again after %d as often as it waits, and not after a refusal', async (status) => {
    listener.answerWith(status);
    await send('a');
    await eventually('nothing left to deliver', () => deliveries.size === 0);
    expect([heard(), settled]).toEqual([['a0', 'a1', 'a2'], []]);
    listener.answerWith(400);
    await send('b');
    await eventually('nothing left to deliver', () => deliveries.size === 0);
    expect([heard().slice(3), settled]).toEqual([['b0'], ['b']]);
  });

  it('delivers the next webhook while one waits for another attempt', async () => {
    waitMs = 60_000;
    listener.answerWith(503);
    await send('a');
    listener.answerWith(200);
    await send('b');
    expect([heard(), settled]).toEqual([['a0', 'b0'], ['b']]);
    comeDue();
    await eventually('both settled', () => settled.length === 2);
    expect(heard()).toEqual(['a0', 'b0', 'a1']);
  });

  it('delivers nothing before it is stored, nothing that is forgotten, and nothing without an address', async () => {
    let keep!: () => void;
    kept = new Promise((resolve) => {
      keep = resolve;
    });
    sender.enqueue('a');
    await speak('somebody else');
    expect(heard()).toEqual(['somebody else']);
    keep();
    await send('forgotten');
    expect(heard()).toEqual(['somebody else', 'a0']);
    url = undefined;
    await send('b');
    expect([heard(), settled]).toEqual([
      ['somebody else', 'a0'],
      ['a', 'forgotten', 'b'],
    ]);
  });

  it('leaves undelivered webhooks to the next sender that has them', async () => {
    waitMs = 60_000;
    listener.answerWith(503);
    await send('a');
    await sender.close();
    listener.answerWith(200);
    comeDue();
    await speak('somebody else');
    expect(heard()).toEqual(['a0', 'somebody else']);
    sender = open();
    sender.wake();
    await eventually('it settled', () => settled.length === 1);
    expect([heard(), deliveries.size]).toEqual([['a0', 'somebody else', 'a1'], 0]);
  });

  it('duplicates, delays, drops, and signs with a wrong secret, until that is switched off', async () => {
    dice.set({ duplicate: 1 });
    await send('a');
    const copies = heard();
    expect(copies.length >= 2 && new Set(copies).size === 1).toBe(true);
    listener.heard.length = 0;
    dice.set({ duplicate: 0, delay_ms: 100, seed: 1 });
    const sameDraws = new FaultDice();
    sameDraws.set({ delay_ms: 100, seed: 1 });
    const begunMs = Date.now();
    sender.enqueue('a');
    const [{ dueMs }] = deliveries.values();
    expect(dueMs).toBeGreaterThanOrEqual(begunMs + sameDraws.deliveryDelays()[0]);
    await sender.idle();
    expect(heard()).toEqual(['a0']);
    listener.heard.length = 0;
    dice.set({ delay_ms: 0, drop: 1 });
    await send('lost');
    expect(settled.at(-1)).toBe('lost');
    dice.set({ drop: 0, wrong_secret: 1 });
    await send('b');
    dice.set({ wrong_secret: 0 });
    await send('c');
    expect(heard()).toEqual(['b0', 'c0']);
    const right = listener.heard.map(({ headers, body }) => headers.signature === sign(body, SECRET));
    expect(right).toEqual([false, true]);
  });

  it('sends no more in parallel than allowed', async () => {
    await sender.close();
    sender = open(3);
    const ids = Array.from({ length: 20 }, (_, n) => `e${n}-`);
    await send(...ids);
    expect(heard().sort()).toEqual(ids.map((id) => `${id}0`).sort());
  });
});
