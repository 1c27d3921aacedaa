const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com';

export type PlayerNews = 'works' | 'failed' | null;

/** What a message says of the video player (WEB-14): that it runs, that it cannot show its video, or nothing, as it is not the player's. */
export function playerNews(origin: string, data: unknown): PlayerNews {
  if (origin !== PLAYER_ORIGIN || typeof data !== 'string') return null;
  try {
    const { event } = JSON.parse(data) as { event?: unknown };
    if (event === 'onError') return 'failed';
    return event === 'onReady' || event === 'initialDelivery' ? 'works' : null;
  } catch {
    return null;
  }
}
