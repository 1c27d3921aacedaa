import { newCustomer } from './journeys/buyer.ts';
import { useStage } from './stage.ts';
import { VIDEO_HOST, type VideoHostMood } from './video-host.ts';
import { type WatchedPage, watchedPage } from './watched-page.ts';

/** The time after which a player is replaced, and as much again for a busy machine. */
const REPLACED = { timeout: 30_000 };
const HERO = 'https://youtu.be/heroVideo01';
const PROMO = 'https://www.youtube.com/watch?v=promoVideo1';

describe('embedded videos (WEB-14, WEB-27)', () => {
  const stage = useStage();
  const open: WatchedPage[] = [];

  afterEach(async () => {
    for (const { context } of open.splice(0)) await context.close();
  });

  async function watch(options: Parameters<typeof watchedPage>[2] = {}): Promise<WatchedPage> {
    const watched = await watchedPage(stage.browser, stage.deployment.url, options);
    open.push(watched);
    return watched;
  }

  /** Opens the landing page of a deployment that has both videos. */
  async function landing(mood: VideoHostMood, width = 1280): Promise<WatchedPage> {
    const watched = await watch({ width });
    watched.videos.mood = mood;
    await watched.context.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), videos: { hero: HERO, promo: PROMO } } });
    });
    await watched.page.goto(stage.deployment.url, { waitUntil: 'networkidle' });
    return watched;
  }

  it('the landing page requests nothing from the video host until the promotional video comes near', async () => {
    const { page, videos, complaints } = await landing('plays');
    await page.getByRole('button', { name: 'Play the intro video' }).waitFor();
    expect(videos.asked).toEqual([]);
    await page.getByTitle('Precis in a minute').scrollIntoViewIfNeeded();
    await page.frameLocator('[title="Precis in a minute"]').getByText('A video.').waitFor();
    expect(videos.asked.map(({ pathname }) => pathname)).toEqual(['/embed/promoVideo1']);
    expect(complaints).toEqual([]);
  });

  it('the intro video loads when it is played, and stays when its player answers', async () => {
    const { page, videos, complaints } = await landing('plays');
    await page.getByRole('button', { name: 'Play the intro video' }).click();
    await page.frameLocator('[title="Intro video"]').getByText('A video.').waitFor();
    expect(videos.asked[0].origin + videos.asked[0].pathname).toBe(`${VIDEO_HOST}/embed/heroVideo01`);
    expect(videos.asked[0].searchParams.get('autoplay')).toBe('1');
    expect(complaints).toEqual([]);
  });

  it.each(['refuses', 'away', 'silent'] as const)(
    'the banner takes the place of an intro video whose host %s',
    async (mood) => {
      const { page } = await landing(mood);
      await page.getByRole('button', { name: 'Play the intro video' }).click();
      await page.getByRole('img', { name: /with a tick at every moment/ }).waitFor(REPLACED);
      expect(await page.getByTitle('Intro video').count()).toBe(0);
    },
  );

  it('the promotional video is hidden when its host is away', async () => {
    const { page } = await landing('away');
    await page.getByTitle('Precis in a minute').scrollIntoViewIfNeeded();
    await page.getByTitle('Precis in a minute').waitFor({ state: 'detached', ...REPLACED });
  });

  it('a small screen has no intro video', async () => {
    const { page, videos } = await landing('plays', 390);
    await page.getByTitle('Precis in a minute').waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: 'Play the intro video' }).count()).toBe(0);
    expect(videos.asked.filter(({ pathname }) => pathname.includes('heroVideo01'))).toEqual([]);
  });

  it('in the playground a click on a sentence plays the video from its moment, and nothing is loaded before', async () => {
    const { token } = await newCustomer(stage.deployment, 'Vera');
    const url = 'https://youtu.be/precisDemo1';
    // The page reads the same summary as a stream of events, whose body a browser does not keep.
    const plain = await fetch(`${stage.deployment.url}/api/youtube/playground/summarize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    const { data } = (await plain.json()) as { data: { sentences: { start_seconds: number; text: string }[] } };
    const { page, context, videos, complaints } = await watch({ token });
    // YouTube does not have the sample videos. When they are not offered as samples, the same video is treated as a real one.
    await context.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), demo_videos: [] } });
    });
    await page.goto(`${stage.deployment.url}/playground`);
    await page.getByLabel('YouTube address').fill(url);
    await page.getByRole('button', { name: 'Show Summary' }).click();
    await page.getByRole('button', { name: 'Play the video' }).waitFor();
    expect(videos.asked).toEqual([]);
    for (const { start_seconds, text } of [data.sentences.at(-1)!, data.sentences[1]]) {
      const asked = page.waitForRequest((request) => request.url().startsWith(VIDEO_HOST));
      // The tick on the evidence line and the sentence below it have the same name.
      await page
        .getByRole('button', { name: text.slice(0, 40) })
        .last()
        .click();
      const { pathname, searchParams } = new URL((await asked).url());
      expect([pathname, searchParams.get('start')]).toEqual(['/embed/precisDemo1', String(Math.floor(start_seconds))]);
    }
    expect(complaints).toEqual([]);
  });
});
