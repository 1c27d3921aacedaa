import { clientName } from './client-name';

const ON_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

it.each([
  [`${ON_IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${ON_IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S928B) SamsungBrowser/26.0 ${CHROME} Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome on Chrome OS'],
  // A name that was cut after its 200th character, or elsewhere, is still recognised.
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWeb', 'Browser on iPhone'],
  ['Mozilla/5.0 (compatible; Unheard/1.0)', 'Mozilla/5.0 (compatible; Unheard/1.0)'],
  ['Mozilla/5.0', 'Mozilla/5.0'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['Claude Desktop', 'Claude Desktop'],
  ['web playground', 'Web playground'],
  [' ', 'Unknown device'],
  ['', 'Unknown device'],
])('names the client %j as people do (WEB-45)', (client, name) => {
  expect(clientName(client, 'Unknown device')).toBe(name);
});
