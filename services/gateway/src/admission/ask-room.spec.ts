import { throttledAddressOf } from '../throttle/throttled-address.rule.js';
import { AskRoom, askerOf } from './ask-room.js';

describe('whose share of the room an ask takes', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['172.32.0.1', '172.32.0.1'],
  ])('of %s is that of %s', (address, asker) => {
    expect(askerOf(throttledAddressOf(address))).toBe(asker);
  });

  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.30.84.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    'fe80::1%eth0',
    'unknown',
    '',
  ])("of %j is nobody's alone: it may be a proxy that all come through", (address) => {
    expect(askerOf(throttledAddressOf(address))).toBeUndefined();
  });
});

describe('the room', () => {
  const NEVER = () => new Promise<never>(() => undefined);
  const busy = { kind: 'unavailable', code: 'busy', retryAfterSeconds: 1 };

  it('has a share for each asker, and all of it for those who are nobody in particular', async () => {
    const room = new AskRoom(5, 2);
    for (const asker of ['ann', 'ann', undefined]) void room.within(asker, NEVER);
    await expect(room.within('ann', NEVER)).rejects.toMatchObject(busy);
    for (const asker of ['ben', undefined]) void room.within(asker, NEVER);
    for (const asker of ['cat', undefined]) await expect(room.within(asker, NEVER)).rejects.toMatchObject(busy);
  });

  it('is free again after an answer and after a failure', async () => {
    const room = new AskRoom(1, 1);
    for (let n = 0; n < 3; n++) {
      expect(await room.within('ann', async () => n)).toBe(n);
      await expect(room.within('ann', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    }
  });
});
