import { youTubeConfigSchema } from './youtube-config.js';

describe('settings of the YouTube source', () => {
  it('need nothing, and by default leave time to answer within 10 s', () => {
    const config = youTubeConfigSchema.parse({});
    expect(config).toMatchObject({
      baseUrl: 'https://www.youtube.com',
      proxyUrls: [],
      callTimeoutMs: 3_500,
      preferredLanguages: ['en'],
    });
    expect(config.totalTimeoutMs).toBeLessThan(10_000);
    expect(config.clients.map(({ name }) => name)).toEqual(['ANDROID', 'VISIONOS', 'IOS', 'WEB']);
    expect(config.clients.filter(({ canConvict }) => canConvict).map(({ name }) => name)).toEqual([
      'ANDROID',
      'VISIONOS',
    ]);
  });

  it('accept a client table as JSON text, so that outdated client versions need no release', () => {
    const clients = JSON.stringify([{ name: 'IOS', number: 5, version: '99', userAgent: 'x', canConvict: true }]);
    expect(youTubeConfigSchema.parse({ clients }).clients).toEqual([
      { name: 'IOS', number: 5, version: '99', userAgent: 'x', device: {}, canConvict: true },
    ]);
  });

  it.each([
    { clients: '[{]' },
    { clients: [] },
    { clients: '[{"name":"ios"}]' },
    { baseUrl: 'file:///x' },
    { proxyUrls: ['socks5://x'] },
    { callTimeoutMs: 0 },
  ])('refuse %j', (settings) => {
    expect(youTubeConfigSchema.safeParse(settings).success).toBe(false);
  });
});
