import { askedHost, isLoopbackName } from './asked-host.js';

const isLoopback = (header: string) => isLoopbackName(askedHost(header)?.name ?? '');

describe('the requested host', () => {
  it.each([
    'localhost',
    'LOCALHOST:8080',
    'localhost.:8080',
    '127.0.0.1',
    '127.8.9.1:80',
    '127.0.0.1.',
    '[::1]:8080',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
  ])('%s is this machine', (header) => {
    expect(isLoopback(header)).toBe(true);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil-localhost',
    '128.0.0.1',
    '0.0.0.0',
    '[::2]',
    '[::]',
    '[::ffff:8.8.8.8]',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost:8080@evil.example',
    'localhost:99999999',
    'localhost:',
    ':8080',
    '',
    ' localhost',
    'localhost,evil.example',
    'localhost..',
    '[::1',
    '::1',
    'localhost\\evil',
  ])('%j is not', (header) => {
    expect(isLoopback(header)).toBe(false);
  });

  it('is none without the header, and keeps the port that was written', () => {
    expect(askedHost(undefined)).toBeUndefined();
    expect([askedHost('a.example:80')?.port, askedHost('a.example')?.port]).toEqual(['80', '']);
  });
});
