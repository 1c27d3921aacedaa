import type { SimPlayerAnswer } from './sim-player.js';
import { startYouTubeSimulator, type YouTubeSimulator } from './youtube-simulator.js';

describe('YouTube simulator', () => {
  let simulator: YouTubeSimulator;
  beforeAll(async () => {
    simulator = await startYouTubeSimulator();
  });
  beforeEach(() => simulator.reset());
  afterAll(() => simulator.close());

  function post(path: string, body: unknown): Promise<Response> {
    return fetch(simulator.url + path, { method: 'POST', body: JSON.stringify(body) });
  }

  async function player(videoId: string, clientName = 'ANDROID'): Promise<SimPlayerAnswer> {
    return (await (
      await post('/youtubei/v1/player', { videoId, context: { client: { clientName } } })
    ).json()) as SimPlayerAnswer;
  }

  it('offers captions on its own origin, and refuses them when the signature or the expiry was touched', async () => {
    const answer = await player('simBEES0001');
    const url = new URL(String(answer.captions?.playerCaptionsTracklistRenderer.captionTracks[1].baseUrl));
    expect(url.origin).toBe(simulator.url);
    expect((await fetch(url)).status).toBe(200);
    url.searchParams.set('expire', '1');
    expect((await fetch(url)).status).toBe(403);
  });

  it('answers the classic format when none is asked for, and each other on demand', async () => {
    const answer = await player('simBEES0001');
    const url = new URL(String(answer.captions?.playerCaptionsTracklistRenderer.captionTracks[1].baseUrl));
    const xml = '<?xml version="1.0" encoding="utf-8" ?>';
    const starts: Record<string, string> = {
      json3: '{"wireMagic":"pb3"',
      srv3: `${xml}<timedtext`,
      vtt: 'WEBVTT',
      '': `${xml}<transcript`,
    };
    for (const [format, start] of Object.entries(starts)) {
      url.searchParams.delete('fmt');
      if (format !== '') url.searchParams.set('fmt', format);
      expect((await (await fetch(url)).text()).startsWith(start)).toBe(true);
    }
  });

  it('ends a fault after the given number of uses, and forgets all faults on reset', async () => {
    simulator.setFault('simBEES0001', 'player', 'bot', 2);
    const statuses = [await player('simBEES0001'), await player('simBEES0001'), await player('simBEES0001')].map(
      (answer) => answer.playabilityStatus.status,
    );
    expect(statuses).toEqual(['LOGIN_REQUIRED', 'LOGIN_REQUIRED', 'OK']);
    simulator.setFault('simBEES0001', 'player', 'private');
    simulator.reset();
    expect((await player('simBEES0001')).playabilityStatus.status).toBe('OK');
  });

  it('shows a fault that is set for all videos where a video has none of its own', async () => {
    simulator.setFault('*', 'player', 'private');
    const ids = ['simBEES0001', 'nobodyknows', 'simREMOVED0'];
    const reasons = await Promise.all(ids.map(async (id) => (await player(id)).playabilityStatus.reason));
    expect(reasons).toEqual(['This video is private', 'This video is unavailable', 'This video is unavailable']);
    simulator.reset();
    expect((await player('simBEES0001')).playabilityStatus.status).toBe('OK');
  });

  it('is controlled over HTTP too, refuses unknown faults, and leaves control calls out of the log', async () => {
    expect(
      (await post('/__sim/faults', { videoId: 'simBEES0001', endpoint: 'player', fault: 'private', times: 1 })).status,
    ).toBe(200);
    expect(
      (await post('/__sim/faults', { videoId: 'simBEES0001', endpoint: 'player', fault: 'toString' })).status,
    ).toBe(400);
    expect((await player('simBEES0001')).playabilityStatus.reason).toBe('This video is private');
    const log = (await (await fetch(`${simulator.url}/__sim/log`)).json()) as { path: string; client: string }[];
    expect(log.map(({ path, client }) => [path, client])).toEqual([['/youtubei/v1/player', 'ANDROID']]);
    expect((await post('/__sim/reset', {})).status).toBe(200);
    expect(simulator.log()).toEqual([]);
  });

  it('answers as YouTube does to missing clients, unknown ids and dead endpoints', async () => {
    expect((await post('/youtubei/v1/player', { videoId: 'simBEES0001' })).status).toBe(400);
    expect((await player('xxxxxxxxxxx')).playabilityStatus).toMatchObject({
      status: 'ERROR',
      reason: 'This video is unavailable',
    });
    expect(
      await (
        await post('/youtubei/v1/reel/reel_item_watch', {
          videoId: 'xxxxxxxxxxx',
          context: { client: { clientName: 'ANDROID' } },
        })
      ).json(),
    ).toEqual({});
    expect(await (await post('/youtubei/v1/get_transcript', {})).json()).toMatchObject({
      error: { status: 'FAILED_PRECONDITION' },
    });
    expect((await fetch(`${simulator.url}/nowhere`)).status).toBe(404);
  });

  it('shows the consent wall on /watch until the cookie is there', async () => {
    const url = `${simulator.url}/watch?v=simCONSENT0`;
    expect(await (await fetch(url)).text()).toContain('consent.youtube.com/s');
    expect(await (await fetch(url, { headers: { cookie: 'SOCS=CAI' } })).text()).toContain('ytInitialPlayerResponse');
  });

  it('returns titles over oEmbed, and refuses in plain text', async () => {
    const ask = (id: string): Promise<Response> =>
      fetch(`${simulator.url}/oembed?format=json&url=${encodeURIComponent(`https://www.youtube.com/watch?v=${id}`)}`);
    expect(await (await ask('simBRIDGES1')).json()).toMatchObject({ title: 'Why bridges fall down' });
    expect([(await ask('simPRIVATE0')).status, (await ask('xxxxxxxxxxx')).status]).toEqual([401, 404]);
  });

  it('lists the author’s chapters', async () => {
    const body = JSON.stringify(await (await post('/youtubei/v1/next', { videoId: 'simBEES0001' })).json());
    expect(body).toContain('"startTimeSeconds":30');
  });
});
