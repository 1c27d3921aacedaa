import { throttledAddressOf } from '@precis/runtime/throttled-address.rule';
import { bulkheadCallerOf } from './bulkhead-caller.js';

describe('the sender that a request counts against', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['172.32.0.1', '172.32.0.1'],
  ])('for the address %s is %s', (address, bulkheadCaller) => {
    expect(bulkheadCallerOf(throttledAddressOf(address))).toBe(bulkheadCaller);
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
  ])('is unknown for the address %j, which may be a proxy of many clients', (address) => {
    expect(bulkheadCallerOf(throttledAddressOf(address))).toBeUndefined();
  });
});
