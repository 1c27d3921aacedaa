import { TrustedProxies } from './trusted-proxies.js';

describe('trusted proxies', () => {
  const proxies = new TrustedProxies(' 10.0.0.0/8, 192.0.2.1 ,2001:db8::/32,');

  it.each(['10.255.0.1', '::ffff:10.0.0.1', '::ffff:a00:1', '192.0.2.1', '2001:db8:ffff::1'])('are %s', (address) => {
    expect(proxies.has(address)).toBe(true);
  });

  it.each(['11.0.0.1', '192.0.2.2', '2001:db9::1', '::1', 'unknown', '10.0.0.1:443', '', 'fe80::1%eth0', undefined])(
    'are not %s',
    (address) => {
      expect(proxies.has(address)).toBe(false);
    },
  );

  it('are none when none is named', () => {
    expect(new TrustedProxies('').isEmpty).toBe(true);
    expect(new TrustedProxies('').has('127.0.0.1')).toBe(false);
  });

  it.each(['10.0.0', 'proxy.example', '10.0.0.0/33', '2001:db8::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/x'])(
    'named as %s stop the start',
    (text) => {
      expect(() => new TrustedProxies(`192.0.2.1,${text}`)).toThrow(`'${text}' is neither`);
    },
  );
});
