import { playerNews } from './player-news.rule';

const PLAYER = 'https://www.youtube-nocookie.com';

describe('a message of the video player (WEB-14)', () => {
  it.each([
    [PLAYER, '{"event":"onReady","id":1}', 'works'],
    [PLAYER, '{"event":"initialDelivery","info":{}}', 'works'],
    [PLAYER, '{"event":"onError","info":150}', 'failed'],
    [PLAYER, '{"event":"infoDelivery"}', null],
    [PLAYER, 'not json', null],
    [PLAYER, 'null', null],
    [PLAYER, { event: 'onReady' }, null],
    ['https://evil.example', '{"event":"onError"}', null],
  ])('from %s, %j, means %s', (origin, data, news) => {
    expect(playerNews(origin, data)).toBe(news);
  });
});
