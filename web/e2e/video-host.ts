import type { BrowserContext } from 'playwright-core';

/** The only other host that a page may contact: that of its embedded videos. */
export const VIDEO_HOST = 'https://www.youtube-nocookie.com';

/** How the stand-in behaves: `plays`; its video cannot be shown (`refuses`); the host is `away`; it loads and says nothing (`silent`). */
export type VideoHostMood = 'plays' | 'refuses' | 'away' | 'silent';

/** A stand-in for the host of videos, which says what it was asked. The page that it answers speaks the player's messages as far as we use them. */
export class VideoHost {
  /** Paths and queries of the players that were asked for, in their order. */
  readonly asked: URL[] = [];
  mood: VideoHostMood = 'plays';

  /** Stands before the real host in every page of the context. */
  async standIn(context: BrowserContext): Promise<void> {
    await context.route(`${VIDEO_HOST}/**`, async (route) => {
      this.asked.push(new URL(route.request().url()));
      if (this.mood === 'away') await route.abort('connectionrefused');
      else await route.fulfill({ contentType: 'text/html', body: player(this.mood) });
    });
  }
}

/** It answers a page that says that it listens, as the real player does. */
function player(mood: VideoHostMood): string {
  const news = { plays: '{"event":"onReady"}', refuses: '{"event":"onError","info":150}', silent: '', away: '' }[mood];
  return `<!doctype html><html lang="en"><title>Player</title><link rel="icon" href="data:,"><p>A video.</p><script>
    addEventListener('message', ({ data, source, origin }) => {
      if (${JSON.stringify(news)} && JSON.parse(data).event === 'listening') source.postMessage(${JSON.stringify(news)}, origin);
    });
  </script></html>`;
}
