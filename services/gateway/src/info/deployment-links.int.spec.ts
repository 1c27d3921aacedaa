import { GatewayWorld } from '../testing/gateway-world.js';

const VIDEO = 'https://www.youtube.com/watch?v=abc_DEF-123';

let world: GatewayWorld;
beforeAll(async () => void (world = await GatewayWorld.start()), 30_000);
afterAll(() => world.close());

describe('the links of the deployment (API-25)', () => {
  it('are in GET /api/info as set', async () => {
    const gateway = await world.startGateway({
      CONTACT: 'help@precis.example',
      SOCIAL_LINKS: 'community=https://chat.example/a=b, microblog=https://micro.example/@precis',
      HERO_VIDEO: 'https://youtu.be/abc_DEF-123?t=3',
      PROMO_VIDEO: VIDEO,
    });
    try {
      expect((await world.call('GET', '/api/info', {}, gateway)).body).toMatchObject({
        contact: 'help@precis.example',
        social: { community: 'https://chat.example/a=b', microblog: 'https://micro.example/@precis' },
        videos: { hero: 'https://youtu.be/abc_DEF-123?t=3', promo: VIDEO },
      });
    } finally {
      await gateway.close();
    }
  });

  it('are absent where nothing was set', async () => {
    expect((await world.call('GET', '/api/info')).body).toMatchObject({
      contact: null,
      social: {},
      videos: { hero: null, promo: null },
    });
  });

  it.each([
    ['CONTACT', 'help'],
    ['CONTACT', 'mailto:help@precis.example'],
    ['CONTACT', 'http://precis.example/help'],
    ['CONTACT', 'javascript:alert(1)'],
    ['SOCIAL_LINKS', 'https://micro.example/@precis'],
    ['SOCIAL_LINKS', 'microblog=http://micro.example'],
    ['SOCIAL_LINKS', 'microblog=javascript:alert(1)'],
    ['SOCIAL_LINKS', 'videos=https://video.example'],
    ['SOCIAL_LINKS', 'photos=https://a.example,photos=https://b.example'],
    ['HERO_VIDEO', 'https://video.example/watch?v=abc_DEF-123'],
    ['HERO_VIDEO', 'https://www.youtube.com.evil.example/watch?v=abc_DEF-123'],
    ['HERO_VIDEO', 'https://www.youtube.com/@channel'],
    ['HERO_VIDEO', 'https://www.youtube.com/watch?v=abc_DEF-1234'],
    ['PROMO_VIDEO', 'http://www.youtube.com/watch?v=abc_DEF-123'],
    ['PROMO_VIDEO', 'abc_DEF-123'],
  ])('stop the start when %s is %s', (name, text) => {
    expect(() => world.startGateway({ [name]: text })).toThrow(name);
  });

  it.each([
    VIDEO,
    'https://www.youtube.com/watch?list=x&v=abc_DEF-123&t=3',
    'https://youtube.com/embed/abc_DEF-123',
    'https://m.youtube.com/shorts/abc_DEF-123',
    'https://www.youtube-nocookie.com/embed/abc_DEF-123',
  ])('may include the video %s', async (address) => {
    await (await world.startGateway({ HERO_VIDEO: address })).close();
  });
});
