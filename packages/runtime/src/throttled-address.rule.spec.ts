import fc from 'fast-check';
import { throttledAddressOf } from './throttled-address.rule.js';

describe('the address that is throttled', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['203.0.113.7:50211', '203.0.113.7'],
    ['[2001:db8:1:2::9]:50211', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ])('of %s is %s', (address, ...levels) => {
    expect(throttledAddressOf(address)).toEqual(levels);
  });

  it('is one for all addresses of a /64 and another for the next one', () => {
    const own = ['2001:db8:1:2::', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::203.0.113.7'].map(
      (address) => throttledAddressOf(address)[0],
    );
    expect(new Set(own).size).toBe(1);
    expect(throttledAddressOf('2001:db8:1:3::')[0]).not.toBe(own[0]);
  });

  it('is within one network for all 65,536 of a /48, and within another for the next one', () => {
    const networks = ['2001:db8:1::', '2001:db8:1:ffff::1', '2001:db8:1:7:1:2:3:4'].map(
      (address) => throttledAddressOf(address)[1],
    );
    expect(networks).toEqual(Array(3).fill('2001:db8:1::/48'));
    expect(throttledAddressOf('2001:db8:2::')[1]).not.toBe(networks[0]);
  });

  it.each(['', 'unknown', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', 'g::1', '::ffff:1.2.3', '::1.2.3.999', ':::'])(
    'of %j, which is no address, is the value itself',
    (text) => {
      expect(throttledAddressOf(text)).toEqual([text]);
    },
  );

  it('is the same for each connection of a client whose proxy adds the port', () => {
    const port = fc.integer({ min: 0, max: 65_535 });
    fc.assert(
      fc.property(fc.ipV4(), port, (address, of) =>
        expect(throttledAddressOf(`${address}:${of}`, 'proxy')).toEqual(throttledAddressOf(address, 'proxy')),
      ),
    );
    fc.assert(
      fc.property(fc.ipV6(), port, (address, of) =>
        expect(throttledAddressOf(`[${address}]:${of}`, 'proxy')).toEqual(throttledAddressOf(address, 'proxy')),
      ),
    );
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113.7:',
    '203.0.113.256:80',
    '[203.0.113.7]:80',
    '2001:db8:1:2:3:4:5:6:443',
    '[::1',
    'a:b',
  ])('is that of the proxy where it wrote %j, which is no address', (text) => {
    expect(throttledAddressOf(text, '10.0.0.1')).toEqual(['10.0.0.1']);
  });

  it('is that of a proxy or of a client, for any header', () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        expect(throttledAddressOf(text, '10.0.0.1').join(' ')).toMatch(
          /^(\d+\.){3}\d+$|^([0-9a-f]+:){4}:\/64 ([0-9a-f]+:){3}:\/48$/,
        ),
      ),
    );
  });
});
