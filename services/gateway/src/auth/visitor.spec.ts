import type { FastifyRequest } from 'fastify';
import { visitorOf } from './visitor.js';

const from = (ip: string, proxy = '192.0.2.9') =>
  visitorOf({
    raw: {},
    ip,
    ips: [proxy, ip],
    socket: { remoteAddress: proxy },
    headers: {},
  } as unknown as FastifyRequest).address;

describe('the address of a visitor', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ])('of %s is shown as %s', (ip, shown) => {
    expect(from(ip)).toBe(shown);
  });

  it.each(['', 'unknown', '<script>alert(1)</script>', 'x'.repeat(5_000)])(
    'is that of the proxy when the forwarded address is malformed: %s',
    (ip) => {
      expect(from(ip)).toBe('192.0.2.9');
    },
  );
});
