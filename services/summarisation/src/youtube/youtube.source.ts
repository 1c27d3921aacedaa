import { DomainError } from '@precis/runtime/domain-error';
import { TranscriptSource, type Transcript, type VideoInfo } from '../transcripts/transcript.source.js';
import { captionsIn, type ReadCaptions } from './captions-in.js';
import { ClientEnquiry, type Attempt } from './client-enquiry.js';
import { InnertubeClient } from './innertube.client.js';
import { ProxyRoutes } from './proxy-routes.js';
import { RequestPace } from './request-pace.js';
import { SharedFlight } from './shared-flight.js';
import { VideoVisit } from './video-visit.js';
import type { YouTubeConfig } from './youtube-config.js';
import { sourceUnavailable, transcriptRefused } from './youtube.errors.js';

/** `readCaptions`: where captions are read, on the event loop when absent. For tests and the probe: a clock in milliseconds, and an ear for each exchange. */
export interface YouTubeSourceOptions {
  readCaptions?: ReadCaptions;
  nowMs?: () => number;
  onAttempt?: (attempt: Attempt) => void;
}

const readHere: ReadCaptions = async (read) => captionsIn(read);

/** Transcripts from YouTube itself. At most one sequence of calls per video is under way, however many ask. */
export class YouTubeSource extends TranscriptSource {
  readonly #innertube: InnertubeClient;
  readonly #routes: ProxyRoutes;
  readonly #flights = new Map<string, SharedFlight<VideoVisit>>();

  constructor(
    private readonly config: YouTubeConfig,
    private readonly options: YouTubeSourceOptions = {},
  ) {
    super();
    this.#innertube = new InnertubeClient(
      config.baseUrl,
      config.callTimeoutMs,
      new RequestPace(config.requestsPerSecond, () => performance.now()),
    );
    this.#routes = new ProxyRoutes(config.proxyUrls, config.callTimeoutMs, options.nowMs ?? Date.now);
  }

  override info(videoId: string, signal: AbortSignal): Promise<VideoInfo> {
    return this.#fly(videoId, 'info', (visit) => visit.info(), signal);
  }

  override transcript(videoId: string, languages: string[], signal: AbortSignal, account = ''): Promise<Transcript> {
    return this.#fly(
      videoId,
      `transcript ${languages.join(' ')}`,
      (visit) => visit.transcript(languages, account),
      signal,
    );
  }

  /** Closes the connections; calls under way fail. */
  close(): Promise<void> {
    return this.#routes.close();
  }

  async #fly<R>(
    videoId: string,
    key: string,
    work: (visit: VideoVisit) => Promise<R>,
    caller: AbortSignal,
  ): Promise<R> {
    // the id is all that ever goes into an outgoing address, so it is checked here too
    if (!/^[A-Za-z0-9_-]{11}$/.test(videoId)) throw transcriptRefused('video_unavailable');
    let flight = this.#flights.get(videoId);
    if (flight === undefined || !flight.canServe(key)) {
      flight = new SharedFlight(this.config.totalTimeoutMs, (signal) => this.#visit(videoId, signal));
      this.#flights.set(videoId, flight);
    }
    try {
      return await flight.join(key, work, caller);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw sourceUnavailable(
        caller.aborted ? 'caller left' : flight.hasTimedOut ? 'total deadline' : String((error as Error | null)?.name),
      );
    } finally {
      if (flight.isEmpty && this.#flights.get(videoId) === flight) this.#flights.delete(videoId);
    }
  }

  #visit(videoId: string, signal: AbortSignal): VideoVisit {
    const enquiry = new ClientEnquiry(
      videoId,
      this.#innertube,
      this.#routes,
      this.options.readCaptions ?? readHere,
      this.options.onAttempt ?? (() => undefined),
    );
    const askTitle = (until: AbortSignal) => this.#innertube.title(videoId, this.#routes.pick().dispatcher, until);
    return new VideoVisit(videoId, this.config, enquiry, askTitle, signal);
  }
}
