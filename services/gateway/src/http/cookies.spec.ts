import { fastify, type FastifyRequest } from 'fastify';
import { cookieOf, setCookie } from './cookies.js';

const sent = (cookie?: string) => cookieOf({ headers: { cookie } } as FastifyRequest, '__Host-device');

describe('a cookie of a request', () => {
  it.each([
    ['__Host-device=abc', 'abc'],
    ['a=1; __Host-device=a.b-c_d=; b=2', 'a.b-c_d='],
    ['a=1;__Host-device=abc;b', 'abc'],
    ['__Host-device2=x; __Host-device=abc', 'abc'],
  ])('is read from %j', (header, value) => {
    expect(sent(header)).toBe(value);
  });

  it.each([
    undefined,
    '',
    ';;;',
    '__Host-device',
    '__Host-device=',
    '__host-device=abc',
    'x__Host-device=abc',
    '__Host-device =abc',
    '__Host-device="abc"',
    '__Host-device=a b',
    '__Host-device=a,b',
    '__Host-device=a\\b',
    '__Host-device=ä',
    '__Host-device=a; __Host-device=b',
    `__Host-device=${'a'.repeat(4_097)}`,
  ])('is treated as absent in %j', (header) => {
    expect(sent(header)).toBeUndefined();
  });
});

describe('a cookie of an answer', () => {
  const answerOf = async (value: string, maxAgeSeconds: number) => {
    const server = fastify();
    server.get('/', async (_request, reply) => {
      setCookie(reply, '__Host-device', value, { maxAgeSeconds, sameSite: 'Strict' });
      setCookie(reply, '__Host-other', 'x', { maxAgeSeconds: 60, sameSite: 'Lax' });
      return '';
    });
    const { statusCode, headers } = await server.inject('/');
    await server.close();
    return { statusCode, cookies: headers['set-cookie'] };
  };

  it('is closed to scripts, to plain http and to other hosts, and is added to other cookies', async () => {
    expect((await answerOf('abc', 31_536_000)).cookies).toEqual([
      '__Host-device=abc; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Strict',
      '__Host-other=x; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax',
    ]);
  });

  it('that ends has no value', async () => {
    expect((await answerOf('abc', 0)).cookies).toContain(
      '__Host-device=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict',
    );
  });

  it.each(['', 'a; Domain=evil.example', 'a\r\nx: y', 'ä'])('cannot have the value %j', async (value) => {
    expect((await answerOf(value, 60)).statusCode).toBe(500);
  });
});
