import { DomainError } from '@precis/runtime/domain-error';
import { creatorChapters } from '../chapters/creator-chapters.rule.js';
import type { Captions } from '../transcripts/captions.js';
import {
  type Transcript,
  type TranscriptRefusal,
  TranscriptSource,
  type VideoInfo,
} from '../transcripts/transcript.source.js';
import { captionsIn, cleanCaptionText, type ReadCaptions } from './caption-formats.js';
import { ProxyRoutes, RequestPace } from './guarded-http.client.js';
import { type Attempt, ClientEnquiry, type RoutedAnswer, InnertubeClient, type Withheld } from './innertube.client.js';
import type { OfferedTrack, PlayerAnswer } from './player-answer.js';
import { SharedFlight } from './shared-flight.js';
import { chooseTrack } from './track-choice.rule.js';
import { type ClientAnswer, decideVerdict, type Verdict } from './video-outcome.rule.js';
import type { YouTubeConfig } from './youtube-config.js';
import { sourceBlocked, sourceUnavailable, transcriptRefused } from './youtube.errors.js';

/**
 * `readCaptions` reads captions; without it they are read on the event loop. For tests and the probe: a clock in milliseconds, and a listener for
 * each exchange.
 */
export interface YouTubeSourceOptions {
  readCaptions?: ReadCaptions;
  nowMs?: () => number;
  onAttempt?: (attempt: Attempt) => void;
}

const readHere: ReadCaptions = async (read) => captionsIn(read);

/** Transcripts from YouTube itself. At most one sequence of calls per video is under way, for any number of callers. */
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

  /** Runs after the drain, because running look-ups still need their connections. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
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
    // The id is the only caller input in an outgoing address, so it is checked here too.
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

/** With these refusals the video exists, and only its captions are not available to us. So info describes it, and does not throw (VID-8). */
const VISIBLE_REFUSALS: TranscriptRefusal[] = [
  'transcript_disabled',
  'video_private',
  'age_restricted',
  'members_or_premium',
  'geo_blocked',
  'live_upcoming',
  'live_ended',
];

/** Each blank track costs a request, and a video may have hundreds. */
const MOST_BLANK_TRACKS = 3;

/** One look-up of a video, shared by all simultaneous callers: each client is asked at most once, for info and transcript together. */
class VideoVisit {
  readonly #asked: Promise<RoutedAnswer>[] = [];

  constructor(
    private readonly videoId: string,
    private readonly config: YouTubeConfig,
    private readonly enquiry: ClientEnquiry,
    private readonly askTitle: (signal: AbortSignal) => Promise<string | undefined>,
    private readonly signal: AbortSignal,
  ) {}

  async info(): Promise<VideoInfo> {
    const answers: ClientAnswer[] = [];
    let verdict: Verdict = { kind: 'ask_next' };
    while (verdict.kind === 'ask_next') {
      answers.push(await this.#ask(answers.length));
      verdict = decideVerdict(answers, this.config.clients);
    }
    if (verdict.kind === 'found') return this.#describe(verdict.answer, verdict.answer.isLive ? 'live_now' : undefined);
    if (verdict.kind !== 'refused') throw this.#failure(verdict.kind, answers);
    if (!VISIBLE_REFUSALS.includes(verdict.code)) throw transcriptRefused(verdict.code);
    return this.#describe(verdict.answer, verdict.code);
  }

  async transcript(languages: string[], account: string): Promise<Transcript> {
    const answers: ClientAnswer[] = [];
    for (;;) {
      const by = await this.#ask(answers.length);
      answers.push(by);
      let verdict = decideVerdict(answers, this.config.clients);
      if (verdict.kind === 'found') {
        const { answer } = verdict;
        const { track, words } = await this.#read(answer, languages, by, account);
        if ('json' in words) return this.#write(answer, track, words);
        // The captions could not be read. From now on that counts as the outcome of this client.
        answers[answers.length - 1] = { ...by, ...words };
        verdict = decideVerdict(answers, this.config.clients);
      }
      if (verdict.kind === 'refused') throw transcriptRefused(verdict.code);
      if (verdict.kind !== 'ask_next') throw this.#failure(verdict.kind, answers);
    }
  }

  /**
   * Reads the chosen track, or the next best one when all lines of the chosen one are blank. The author uploaded it so. YouTube withholds nothing, so
   * asking another client would not help.
   */
  async #read(
    answer: PlayerAnswer,
    languages: string[],
    by: RoutedAnswer,
    account: string,
  ): Promise<{ track: OfferedTrack; words: Captions | Withheld }> {
    const blank: OfferedTrack[] = [];
    while (blank.length < MOST_BLANK_TRACKS) {
      const tracks = answer.tracks.filter((track) => !blank.includes(track));
      if (blank.length > 0 && tracks.length === 0) break;
      const track = this.#choose({ ...answer, tracks }, languages);
      const words = await this.enquiry.captions(track, by, this.signal, account);
      if (words !== 'wordless') return { track, words };
      blank.push(track);
    }
    throw transcriptRefused('transcript_disabled');
  }

  #choose(answer: PlayerAnswer, languages: string[]): OfferedTrack {
    // The captions of a running stream are only its beginning, and a stored transcript would not be updated.
    if (answer.isLive) throw transcriptRefused('live_now');
    const track = chooseTrack(answer, languages, this.config.preferredLanguages);
    if (track !== undefined) return track;
    throw transcriptRefused(
      'language_unavailable',
      answer.tracks.map(({ code }) => code),
    );
  }

  #ask(index: number): Promise<RoutedAnswer> {
    return (this.#asked[index] ??= this.enquiry.ask(this.config.clients[index], this.signal));
  }

  async #write(answer: PlayerAnswer, track: OfferedTrack, captions: Captions): Promise<Transcript> {
    const title = await this.#title(answer);
    const durationMs = answer.durationSeconds === undefined ? undefined : answer.durationSeconds * 1_000;
    const { code, isGenerated, vssId } = track;
    return {
      videoId: this.videoId,
      title,
      language: code,
      isGenerated,
      trackId: vssId,
      captions,
      durationMs,
      chapters: creatorChapters(answer.description ?? '', durationMs),
    };
  }

  async #describe(answer: PlayerAnswer | undefined, refusal: TranscriptRefusal | undefined): Promise<VideoInfo> {
    const tracks = (answer?.tracks ?? []).map(({ code, name, isGenerated, vssId }) => ({
      code,
      name: cleanCaptionText(name) || code,
      isGenerated,
      vssId,
    }));
    const title = await this.#title(answer);
    return {
      videoId: this.videoId,
      title,
      durationSeconds: answer?.durationSeconds,
      isLive: answer?.isLive,
      refusal,
      tracks,
    };
  }

  async #title(answer: PlayerAnswer | undefined): Promise<string> {
    return (
      cleanCaptionText(answer?.title ?? '') ||
      (await this.askTitle(this.signal).catch(() => undefined)) ||
      `YouTube video ${this.videoId}`
    );
  }

  #failure(kind: 'found' | 'blocked' | 'unavailable', answers: ClientAnswer[]): Error {
    const trail = answers.map(({ client, outcome }) => `${client}:${outcome}`).join(' ');
    const waits = answers.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0);
    return kind === 'blocked' ? sourceBlocked(trail, Math.max(60, ...waits)) : sourceUnavailable(trail);
  }
}
