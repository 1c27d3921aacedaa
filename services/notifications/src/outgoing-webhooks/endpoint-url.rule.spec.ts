import fc from 'fast-check';
import { mayAllowPrivate, normalUrl, refusedUrl } from './endpoint-url.rule.js';

describe('the address of an endpoint (HOOK-1)', () => {
  it.each(['https://a.example', 'https://a.example:443/x?y=1', 'https://a.example:8443/', 'https://93.184.216.34/'])(
    'may be %s',
    (url) => expect(refusedUrl(url, false)).toBeUndefined(),
  );

  it.each([
    ['', 'not_a_url'],
    ['a.example/hooks', 'not_a_url'],
    ['http://a.example/', 'not_https'],
    ['http://localhost:3000/', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['javascript:alert(1)', 'not_https'],
    ['https://user@a.example/', 'has_credentials'],
    ['https://user:secret@a.example/', 'has_credentials'],
    ['https://:secret@a.example/', 'has_credentials'],
    ['https://a.example:22/', 'bad_port'],
    ['https://a.example:25/', 'bad_port'],
    ['https://a.example:80/', 'bad_port'],
    ['https://a.example:1023/', 'bad_port'],
    [`https://a.example/${'x'.repeat(2_000)}`, 'too_long'],
    [`https://a.example/${'ü'.repeat(1_000)}`, 'too_long'],
  ])('is not %s: %s', (url, refusal) => expect(refusedUrl(url, false)).toBe(refusal));

  it('may be http and any port of this machine, where the product runs for its own user alone (HOOK-15)', () => {
    for (const url of ['http://localhost:80/', 'http://127.0.0.1:3000/x', 'http://[::1]:3000/', 'https://localhost/'])
      expect(refusedUrl(url, true)).toBeUndefined();
    expect(refusedUrl('http://a.example/', true)).toBe('not_https');
    expect(refusedUrl('http://me@localhost/', true)).toBe('has_credentials');
    expect(refusedUrl('ftp://localhost/', true)).toBe('not_https');
  });

  it('is kept in one form, without its fragment', () => {
    expect(normalUrl('HTTPS://A.example:443/x#part')).toBe('https://a.example/x');
    expect(normalUrl('https://0x7f.1/')).toBe('https://127.0.0.1/');
  });

  it('is allowed in the form in which it is kept, if it was allowed as its owner typed it', () => {
    const text = fc.tuple(fc.nat({ max: 400 }), fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat({ max: 110 }));
    fc.assert(
      fc.property(text, ([plain, path, repeats]) => {
        const url = `https://a.example/${'x'.repeat(plain)}${path.repeat(repeats)}`;
        fc.pre(refusedUrl(url, false) === undefined);
        expect(refusedUrl(normalUrl(url), false)).toBeUndefined();
      }),
    );
  });

  it('may lead to private networks only where nobody else reaches the product', () => {
    expect(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:1'].filter(mayAllowPrivate)).toHaveLength(3);
    expect(
      ['https://precis.example', 'https://localhost.example', 'http://192.168.1.1', 'https://127.0.0.1.example'].filter(
        mayAllowPrivate,
      ),
    ).toEqual([]);
  });
});
