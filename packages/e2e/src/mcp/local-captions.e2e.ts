import { PrecisApi } from '@precis/mcp/api/precis-api.client';
import { captionsFrom } from '@precis/mcp/captions/fetch-local-captions';
import { LocalCaptions } from '@precis/mcp/captions/local-captions';
import type { Scope } from '@precis/mcp/tools/scope';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { type Account, type InProcessDeployment, startInProcess } from '../faults/in-process-deployment.js';

jest.setTimeout(60_000);

const VIDEO = 'https://www.youtube.com/watch?v=simBEES0001';

/** `there` is YouTube as the service sees it, `here` as the user's own machine sees it. */
let there: YouTubeSimulator;
let here: YouTubeSimulator;
let deployment: InProcessDeployment;
let account: Account;
let scope: Scope;
let captions: LocalCaptions;

beforeAll(async () => {
  there = await startYouTubeSimulator();
  here = await startYouTubeSimulator();
  there.setFault('simBEES0001', 'player', 'bot');
  deployment = await startInProcess({}, { YOUTUBE_BASE_URL: there.url });
  account = await deployment.newAccount();
  const { url } = deployment.standalone.demo;
  scope = {
    api: new PrecisApi({ apiUrl: url, version: '1' }, { apiKey: account.apiKey, client: undefined }),
    signal: new AbortController().signal,
    progress: () => undefined,
    place: { kind: 'stdio', publicUrl: url, readsCaptions: true },
    waitMs: 30_000,
  };
  captions = new LocalCaptions(captionsFrom(here.url));
}, 60_000);
afterAll(async () => {
  await deployment.close();
  await Promise.all([there.close(), here.close()]);
});

describe("captions read on the user's own machine, where YouTube refuses the service (MCP-15)", () => {
  it('make a summary that costs one unit, and a transcript', async () => {
    const made = await captions.summarize({ url: VIDEO, summary_type: 'short' }, scope);
    expect(made).toMatchObject({
      status: 'completed',
      external_content: { video_id: 'simBEES0001', summary: expect.stringMatching(/\w{3}/) },
    });
    expect(await account.used()).toBe(1);
    const { external_content: read } = await captions.transcript({ url: VIDEO }, scope);
    expect(read).toMatchObject({ video_id: 'simBEES0001', text: expect.stringMatching(/^\[0:\d\d\] \S/) });
  });

  it('are not requested while the service can read them, nor for a video that is gone', async () => {
    const before = here.log().length;
    await captions.summarize({ url: 'https://youtu.be/precisDemo1' }, scope);
    await expect(captions.summarize({ url: 'https://youtu.be/precis-gone' }, scope)).rejects.toMatchObject({
      code: 'video_unavailable',
    });
    expect(here.log().length).toBe(before);
    expect(await account.used()).toBe(2);
  });

  it('that are unavailable there too lead to a refusal, and cost nothing', async () => {
    here.setFault('simBEES0001', 'player', 'bot');
    await expect(captions.summarize({ url: VIDEO, custom_prompt: 'honey' }, scope)).rejects.toMatchObject({
      code: expect.stringMatching(/^(no_captions|local_captions_failed)$/),
    });
    expect(await account.used()).toBe(2);
  });
});
