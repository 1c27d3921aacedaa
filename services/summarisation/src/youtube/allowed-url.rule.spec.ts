import fc from 'fast-check';
import { captionUrl, isAllowedUrl } from './allowed-url.rule.js';

const YOUTUBE = 'https://www.youtube.com';
const SIMULATOR = 'http://127.0.0.1:8123';

describe('hosts that may be contacted', () => {
  it.each(['https://www.youtube.com/x', 'https://youtubei.googleapis.com/x', 'https://m.youtube.com/x'])(
    '%s',
    (url) => {
      expect(isAllowedUrl(new URL(url), YOUTUBE)).toBe(true);
      expect(isAllowedUrl(new URL(url), SIMULATOR)).toBe(false);
    },
  );

  it.each([
    'http://www.youtube.com/x',
    'https://www.youtube.com:8443/x',
    'https://user@www.youtube.com/x',
    'https://youtube.com.evil.example/x',
    'https://evilyoutube.com/x',
    'https://www.youtube.com./x',
    'https://googleapis.com/x',
    'http://169.254.169.254/x',
    'http://127.0.0.1:8123/x',
    'http://127.0.0.1:81/x',
    'file:///etc/passwd',
  ])('never %s', (url) => {
    expect(isAllowedUrl(new URL(url), YOUTUBE)).toBe(false);
    expect(isAllowedUrl(new URL(url), 'http://127.0.0.1:9000')).toBe(false);
  });

  it('asks for json3, whatever format the address names, and keeps the rest of it', () => {
    const url = captionUrl('https://www.youtube.com/api/timedtext?v=a&xosf=1&fmt=srv3&signature=A.B', YOUTUBE);
    expect(url?.href).toBe('https://www.youtube.com/api/timedtext?v=a&fmt=json3&signature=A.B');
    expect(captionUrl('/api/timedtext?v=a', SIMULATOR)?.href).toBe('http://127.0.0.1:8123/api/timedtext?v=a&fmt=json3');
  });

  it('lets no caption address leave the configured host, whatever it looks like', () => {
    const disguised = fc
      .tuple(fc.constantFrom('//', 'http:', 'https://x@', '\\\\', '/\\'), fc.webUrl())
      .map((parts) => parts.join(''));
    const address = fc.oneof(fc.string(), fc.webUrl(), disguised);
    fc.assert(
      fc.property(address, (text) => {
        const url = captionUrl(text, SIMULATOR);
        expect(url === null || (url.origin === SIMULATOR && url.pathname === '/api/timedtext')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
