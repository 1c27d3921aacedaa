import type { Dispatcher } from 'undici';
import { captionUrl } from './allowed-url.rule.js';
import { GuardedHttpClient } from './guarded-http.client.js';
import type { Fetched } from './http-outcome.rule.js';
import { cleanCaptionText } from './caption-text.rule.js';
import { reachText } from './json-reach.rule.js';
import type { RequestPace } from './request-pace.js';
import type { YouTubeClient } from './youtube-clients.js';

const PLAYER_LIMIT_BYTES = 5_000_000;
const CAPTIONS_LIMIT_BYTES = 20_000_000;
const OEMBED_LIMIT_BYTES = 100_000;

/** Speaks Innertube as one of the clients of the table. Web pages (/watch) are never fetched: they bring consent walls and captchas. */
export class InnertubeClient {
  readonly #http: GuardedHttpClient;

  constructor(
    private readonly baseUrl: string,
    callTimeoutMs: number,
    pace: RequestPace,
  ) {
    this.#http = new GuardedHttpClient(baseUrl, callTimeoutMs, pace);
  }

  /** POST player. hl=en always: reasons are localised and classified by their English sentences. */
  player(client: YouTubeClient, videoId: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Fetched> {
    const context = {
      client: { clientName: client.name, clientVersion: client.version, hl: 'en', gl: 'US', ...client.device },
    };
    return this.#http.fetch(new URL('/youtubei/v1/player?prettyPrint=false', this.baseUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': client.userAgent,
        'x-youtube-client-name': String(client.number),
        'x-youtube-client-version': client.version,
        'x-goog-api-format-version': '2',
      },
      body: JSON.stringify({ context, videoId, contentCheckOk: true, racyCheckOk: true }),
      limitBytes: PLAYER_LIMIT_BYTES,
      dispatcher,
      signal,
    });
  }

  /** GET a track's captions, under the same name as the player call that offered it. */
  captions(client: YouTubeClient, trackUrl: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Fetched> {
    const url = captionUrl(trackUrl, this.baseUrl);
    if (url === null) return Promise.resolve({ kind: 'failed', why: 'host_not_allowed', mayRetry: false });
    const headers = { 'user-agent': client.userAgent };
    return this.#http.fetch(url, { method: 'GET', headers, limitBytes: CAPTIONS_LIMIT_BYTES, dispatcher, signal });
  }

  /** Title from oEmbed, for player answers without one; undefined when it will not say (it answers plain text on errors, even with 200). */
  async title(videoId: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<string | undefined> {
    const url = new URL('/oembed', this.baseUrl);
    url.searchParams.set('format', 'json');
    url.searchParams.set('url', `https://www.youtube.com/watch?v=${videoId}`);
    const fetched = await this.#http.fetch(url, {
      method: 'GET',
      headers: {},
      limitBytes: OEMBED_LIMIT_BYTES,
      dispatcher,
      signal,
    });
    if (fetched.kind !== 'body') return undefined;
    try {
      return cleanCaptionText(reachText(JSON.parse(fetched.body), 300, 'title') ?? '') || undefined;
    } catch {
      return undefined;
    }
  }
}
