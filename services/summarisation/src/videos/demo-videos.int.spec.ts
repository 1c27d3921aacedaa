import type { SummaryLength } from '../results/parameters.rule.js';
import { ACCOUNT, AUTO, stays, SummarisationWorld } from '../testing/summarisation-world.js';
import { DEMO_VIDEOS } from './demo/demo-catalogue.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world.close());

const KIND_OF = { 404: 'not_found', 503: 'unavailable' } as const;
const fine = DEMO_VIDEOS.filter(({ outcome }) => outcome === 'ok');
const failing = DEMO_VIDEOS.filter(({ outcome }) => outcome !== 'ok');
const UNSEEN = ['video_unavailable', 'source_blocked', 'source_unavailable'];
const urlOf = (videoId: string) => `https://www.youtube.com/watch?v=${videoId}`;

describe('the demo videos', () => {
  it.each(
    fine.flatMap(({ videoId }) =>
      (['short', 'auto', 'detail'] as SummaryLength[]).map((length) => ({ videoId, length })),
    ),
  )(
    '$videoId has a $length summary, found by Resolve before anyone has read its captions in this process',
    async ({ videoId, length }) => {
      const parameters = { length, prompt: '' };
      const made = await (await world.process()).summariseVideo.execute(videoId, parameters, ACCOUNT, stays());
      expect(made.sentences.length).toBeGreaterThan(1);
      if (length === 'short') expect(made.sentences.length).toBeLessThanOrEqual(3);
      await expect((await world.process()).resolveVideo.execute(urlOf(videoId), parameters)).resolves.toMatchObject({
        videoId,
        stored: made,
      });
    },
  );

  it('gives each longer kind of summary more sentences', async () => {
    const { summariseVideo } = await world.process();
    for (const { videoId } of fine) {
      const counts: number[] = [];
      for (const length of ['short', 'auto', 'detail'] as const) {
        counts.push((await summariseVideo.execute(videoId, { length, prompt: '' }, ACCOUNT, stays())).sentences.length);
      }
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
      expect(counts[2]).toBeGreaterThan(counts[0]);
    }
  });

  it.each(failing)('$videoId always ends in $status $outcome', async ({ videoId, outcome, status }) => {
    const { summariseVideo, resolveVideo } = await world.process();
    await expect(resolveVideo.execute(urlOf(videoId), AUTO)).resolves.toEqual({ videoId, stored: null });
    const expected = { kind: KIND_OF[status as 404 | 503], code: outcome };
    await expect(summariseVideo.execute(videoId, AUTO, ACCOUNT, stays())).rejects.toMatchObject(expected);
    await expect(summariseVideo.execute(videoId, AUTO, ACCOUNT, stays())).rejects.toMatchObject(expected);
  });

  it.each(failing.filter(({ status }) => status === 503))('$videoId says when to come back', async ({ videoId }) => {
    const error = await (
      await world.process()
    ).summariseVideo
      .execute(videoId, AUTO, ACCOUNT, stays())
      .catch((caught: unknown) => caught);
    expect((error as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0);
  });

  it.each(DEMO_VIDEOS)(
    '$videoId is 404 in info only when the video itself is missing',
    async ({ videoId, title, outcome, status }) => {
      const info = (await world.process()).getInfo.execute(urlOf(videoId), ACCOUNT, stays());
      if (UNSEEN.includes(outcome))
        await expect(info).rejects.toMatchObject({ kind: KIND_OF[status as 404 | 503], code: outcome });
      else
        await expect(info).resolves.toMatchObject({
          videoId,
          title,
          tracks: outcome === 'ok' ? [expect.objectContaining({ code: 'en' })] : [],
        });
    },
  );

  it('are listed with address, outcome and status, and announce no failure', async () => {
    expect((await world.process()).listDemoVideos.execute()).toEqual(
      DEMO_VIDEOS.map((video) => ({ ...video, url: urlOf(video.videoId) })),
    );
    expect((await world.told()).filter(({ type }) => type === 'summary-failed')).toEqual([]);
  });

  it('touch no source, and are ordinary ids where they are switched off', async () => {
    expect(world.source.calls).toEqual([]);
    const off = await world.process({ DEMO_VIDEOS: 'off' });
    expect(off.listDemoVideos.execute()).toEqual([]);
    await off.summariseVideo.execute('precis-gone', AUTO, ACCOUNT, stays());
    expect(world.source.calls).toEqual(['transcript precis-gone']);
  });
});
