const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com';

/** What a message says about the player; null when it says nothing about it. */
export type PlayerNews = 'works' | 'failed' | null;

/** The meaning of a message from the frame (WEB-14): the player runs, it cannot show its video, or the message is not from the player. */
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
