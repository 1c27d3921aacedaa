import { answersHost } from './sandbox-hosts.js';

const at =
  (publicUrl: string, port = 8080) =>
  (header: string | undefined) =>
    answersHost(header, { publicUrl, port });

describe('the sandbox', () => {
  it.each([
    'localhost:8080',
    'LocalHost:8080',
    'localhost.:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '[::ffff:127.0.0.1]:8080',
  ])('answers this machine as %s', (header) => {
    expect(at('http://localhost:8080')(header)).toBe(true);
  });

  it.each([
    'evil.example:8080',
    'localhost.evil.example:8080',
    '127.0.0.1.evil.example:8080',
    'localhost',
    'localhost:80',
    '[::1]',
    '127.0.0.1:9',
    '192.168.0.7:8080',
    '',
    undefined,
    'localhost:8080@evil.example',
  ])('does not answer %j', (header) => {
    expect(at('http://localhost:8080')(header)).toBe(false);
  });

  it('answers the host of PUBLIC_URL with its port, written or not', () => {
    const behindProxy = at('https://precis.example/app');
    expect(['precis.example', 'PRECIS.example.', 'precis.example:443'].map(behindProxy)).toEqual([true, true, true]);
    expect(['precis.example:8080', 'precis.example:80', 'www.precis.example', 'evil.example'].map(behindProxy)).toEqual(
      [false, false, false, false],
    );
    expect(['box.lan:8080', 'box.lan', '[fd00::1]:8080'].map(at('http://box.lan:8080'))).toEqual([true, false, false]);
    expect(at('http://[fd00::1]:8080')('[FD00:0::1]:8080')).toBe(true);
  });

  it('answers this machine without a port where it listens on 80', () => {
    expect(at('http://localhost', 80)('localhost')).toBe(true);
  });
});
