import { clientName } from './name-client';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (compatible; Unheard/1.0)', 'Mozilla/5.0 (compatible; Unheard/1.0)'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown device'],
])('names the client %j as people do (ACC-37)', (client, name) => {
  expect(clientName(client)).toBe(name);
});
