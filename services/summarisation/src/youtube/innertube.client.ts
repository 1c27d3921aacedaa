import { pause } from '@precis/runtime/pause';
import type { Dispatcher } from 'undici';
import type { Captions } from '../transcripts/captions.js';
import { captionUrl } from './allowed-url.rule.js';
import { cleanCaptionText, type ReadCaptions } from './caption-formats.js';
import { GuardedHttpClient, type ProxyRoutes, type RequestPace, type Route } from './guarded-http.client.js';
import type { Fetched } from './http-outcome.rule.js';
import { type OfferedTrack, reachText, readPlayerAnswer } from './player-answer.js';
import { type ClientAnswer, type ClientOutcome, classifyPlayability } from './video-outcome.rule.js';
import type { YouTubeClient } from './youtube-config.js';

const PLAYER_LIMIT_BYTES = 5_000_000;
const CAPTIONS_LIMIT_BYTES = 20_000_000;
const OEMBED_LIMIT_BYTES = 100_000;

/** Calls Innertube as one of the clients of the table. Never fetches web pages (/watch), because they lead to consent walls and captchas. */
export class InnertubeClient {
  readonly #http: GuardedHttpClient;

  constructor(
    private readonly baseUrl: string,
    callTimeoutMs: number,
    pace: RequestPace,
  ) {
    this.#http = new GuardedHttpClient(baseUrl, callTimeoutMs, pace);
  }

  /** POST player. Always with hl=en: reasons are localised, and are classified by their English sentences. */
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

  /** GET a track's captions, as the same client that made the player call that offered it. */
  captions(client: YouTubeClient, trackUrl: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Fetched> {
    const url = captionUrl(trackUrl, this.baseUrl);
    if (url === null) return Promise.resolve({ kind: 'failed', why: 'host_not_allowed', mayRetry: false });
    const headers = { 'user-agent': client.userAgent };
    return this.#http.fetch(url, { method: 'GET', headers, limitBytes: CAPTIONS_LIMIT_BYTES, dispatcher, signal });
  }

  /**
   * The title from oEmbed, for player answers without one; undefined when it is not available (oEmbed answers errors in plain text, even with 200).
   */
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

const ROUTES_PER_CLIENT = 2;

/** One exchange for logs and the probe. Contains only our own words. */
export interface Attempt {
  videoId: string;
  client: string;
  endpoint: 'player' | 'captions';
  outcome: string;
}

/** A client's answer and its route: its captions are fetched by the same route. */
export interface RoutedAnswer extends ClientAnswer {
  row: YouTubeClient;
  route: Route;
  isRouteLost?: boolean;
}

/** Why offered captions could not be fetched. */
export type Withheld = Pick<ClientAnswer, 'outcome' | 'retryAfterSeconds'>;

/** Whether nobody answers on this route: a proxy that is unreachable or breaks each connection may be gone for everybody. */
function isRouteLost(fetched: Fetched): boolean {
  return fetched.kind === 'unreachable' || (fetched.kind === 'failed' && fetched.isRouteLost === true);
}

/**
 * Asks single clients about one video: uses at most two routes when blocked or without an answer, and repeats once with jitter when YouTube fails.
 */
export class ClientEnquiry {
  constructor(
    private readonly videoId: string,
    private readonly innertube: InnertubeClient,
    private readonly routes: ProxyRoutes,
    private readonly readCaptions: ReadCaptions,
    private readonly onAttempt: (attempt: Attempt) => void,
  ) {}

  async ask(row: YouTubeClient, signal: AbortSignal): Promise<RoutedAnswer> {
    const tried: Route[] = [];
    for (let route = this.routes.pick(); ;) {
      tried.push(route);
      const routed = await this.#askBy(row, route, signal);
      // A block concerns this address.
      const isRouteBad = routed.outcome === 'blocked' || routed.isRouteLost === true;
      if (isRouteBad) this.routes.quarantine(route);
      // Another proxy may be in another country.
      const isWorthMoving = isRouteBad || routed.outcome === 'geo_blocked';
      const other = isWorthMoving && tried.length < ROUTES_PER_CLIENT ? this.routes.pickOther(tried) : undefined;
      if (other === undefined) return routed;
      route = other;
    }
  }

  /** The words of one track, or why they could not be fetched. */
  async captions(
    track: OfferedTrack,
    by: RoutedAnswer,
    signal: AbortSignal,
    account: string,
  ): Promise<Captions | Withheld | 'wordless'> {
    if (track.isGated) return { outcome: this.#noted(by.row, 'captions', 'gated', 'attestation') };
    const call = () => this.innertube.captions(by.row, track.url, by.route.dispatcher, signal);
    const fetched = await this.#repeatOnce(call, signal);
    if (fetched.kind !== 'body') {
      if (isRouteLost(fetched)) this.routes.quarantine(by.route);
      if (fetched.kind !== 'blocked') return { outcome: this.#noted(by.row, 'captions', fetched.kind, fetched.why) };
      // 0 bytes means that this client is gated; everything else is a block of this address.
      if (fetched.why === 'empty_body') return { outcome: this.#noted(by.row, 'captions', 'gated', fetched.why) };
      this.routes.quarantine(by.route);
      const outcome = this.#noted(by.row, 'captions', 'blocked', fetched.why);
      return { outcome, retryAfterSeconds: fetched.retryAfterSeconds };
    }
    const { code: language, isGenerated } = track;
    const read = await this.readCaptions({ body: fetched.body, language, isGenerated }, signal, account);
    this.#noted(by.row, 'captions', ['segments', 'wordless'].includes(read.kind) ? 'playable' : 'failed', read.kind);
    if (read.kind === 'segments') return { json: read.json, hash: read.hash };
    if (read.kind === 'wordless') return read.kind;
    return { outcome: read.kind === 'unreadable' ? 'failed' : read.kind };
  }

  async #askBy(row: YouTubeClient, route: Route, signal: AbortSignal): Promise<RoutedAnswer> {
    const from = { client: row.name, canConvict: row.canConvict, row, route };
    const fetched = await this.#repeatOnce(
      () => this.innertube.player(row, this.videoId, route.dispatcher, signal),
      signal,
    );
    if (fetched.kind !== 'body') {
      const retryAfterSeconds = fetched.kind === 'blocked' ? fetched.retryAfterSeconds : undefined;
      const outcome = this.#noted(row, 'player', fetched.kind, fetched.why);
      return { ...from, outcome, retryAfterSeconds, isRouteLost: isRouteLost(fetched) };
    }
    const answer = readPlayerAnswer(parseJson(fetched.body));
    if (answer === null) return { ...from, outcome: this.#noted(row, 'player', 'failed', 'malformed') };
    const outcome = classifyPlayability(answer, this.videoId);
    return { ...from, outcome: this.#noted(row, 'player', outcome, `${answer.tracks.length}_tracks`), answer };
  }

  async #repeatOnce(call: () => Promise<Fetched>, signal: AbortSignal): Promise<Fetched> {
    const first = await call();
    if (first.kind !== 'failed' || !first.mayRetry) return first;
    await pause(50 + Math.random() * 100, signal);
    signal.throwIfAborted();
    return call();
  }

  #noted<T extends ClientOutcome>(row: YouTubeClient, endpoint: Attempt['endpoint'], outcome: T, why: string): T {
    this.onAttempt({ videoId: this.videoId, client: row.name, endpoint, outcome: `${outcome}(${why})` });
    return outcome;
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
