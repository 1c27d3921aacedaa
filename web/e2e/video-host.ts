import type { BrowserContext } from 'playwright-core';

/** The only other host that a page may contact: that of its embedded videos. */
export const VIDEO_HOST = 'https://www.youtube-nocookie.com';

/**
 * The behaviour of the simulated host: it `plays`; its video cannot be shown (`refuses`); the host is `away`; it loads and sends no message
 * (`silent`).
 */
export type VideoHostMood = 'plays' | 'refuses' | 'away' | 'silent';

/** A simulated video host that records its requests. Its page sends the player's messages that we use. */
export class VideoHost {
  /** Paths and queries of the requested players, in order. */
  readonly asked: URL[] = [];
  mood: VideoHostMood = 'plays';

  /** Replaces the real host in every page of the context. */
  async standIn(context: BrowserContext): Promise<void> {
    await context.route(`${VIDEO_HOST}/**`, async (route) => {
      this.asked.push(new URL(route.request().url()));
      if (this.mood === 'away') await route.abort('connectionrefused');
      else await route.fulfill({ contentType: 'text/html', body: player(this.mood) });
    });
  }
}

/** Like the real player, it answers a page that says that it listens. */
function player(mood: VideoHostMood): string {
  const news = { plays: '{"event":"onReady"}', refuses: '{"event":"onError","info":150}', silent: '', away: '' }[mood];
  return `<!doctype html><html lang="en"><title>Player</title><link rel="icon" href="data:,"><p>A video.</p><script>
    addEventListener('message', ({ data, source, origin }) => {
      if (${JSON.stringify(news)} && JSON.parse(data).event === 'listening') source.postMessage(${JSON.stringify(news)}, origin);
    });
  </script></html>`;
}
