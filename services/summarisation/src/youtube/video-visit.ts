import type { Captions } from '../transcripts/captions.js';
import type { Transcript, TranscriptRefusal, VideoInfo } from '../transcripts/transcript.source.js';
import { cleanCaptionText } from './caption-text.rule.js';
import type { ClientEnquiry, HeardAnswer } from './client-enquiry.js';
import type { OfferedTrack, PlayerAnswer } from './player-answer.rule.js';
import { decideVerdict, type ClientAnswer, type Verdict } from './player-verdict.rule.js';
import { chooseTrack } from './track-choice.rule.js';
import type { YouTubeConfig } from './youtube-config.js';
import { sourceBlocked, sourceUnavailable, transcriptRefused } from './youtube.errors.js';

/** Refusals that info does not repeat (decision 21: 404 only when the video itself is missing): it exists, only its captions are closed to us. */
const VISIBLE_REFUSALS: TranscriptRefusal[] = [
  'transcript_disabled',
  'video_private',
  'age_restricted',
  'members_or_premium',
  'geo_blocked',
  'live_upcoming',
  'live_ended',
];

/** One look at one video, shared by everyone who asks meanwhile: each client is asked at most once, for info and transcript together. */
export class VideoVisit {
  readonly #heard: Promise<HeardAnswer>[] = [];

  constructor(
    private readonly videoId: string,
    private readonly config: YouTubeConfig,
    private readonly enquiry: ClientEnquiry,
    private readonly askTitle: (signal: AbortSignal) => Promise<string | undefined>,
    private readonly signal: AbortSignal,
  ) {}

  async info(): Promise<VideoInfo> {
    const heard: ClientAnswer[] = [];
    let verdict: Verdict = { kind: 'ask_next' };
    while (verdict.kind === 'ask_next') {
      heard.push(await this.#hear(heard.length));
      verdict = decideVerdict(heard, this.config.clients);
    }
    if (verdict.kind === 'found') return this.#describe(verdict.answer, verdict.answer.isLive ? 'live_now' : undefined);
    if (verdict.kind !== 'refused') throw this.#failure(verdict.kind, heard);
    if (!VISIBLE_REFUSALS.includes(verdict.code)) throw transcriptRefused(verdict.code);
    return this.#describe(verdict.answer, verdict.code);
  }

  async transcript(languages: string[], account: string): Promise<Transcript> {
    const heard: ClientAnswer[] = [];
    for (;;) {
      const by = await this.#hear(heard.length);
      heard.push(by);
      let verdict = decideVerdict(heard, this.config.clients);
      if (verdict.kind === 'found') {
        const { answer } = verdict;
        const track = this.#choose(answer, languages);
        const words = await this.enquiry.captions(track, by, this.signal, account);
        if (typeof words !== 'string') return this.#write(answer, track, words);
        // from here on this client counts by what became of its captions
        heard[heard.length - 1] = { ...by, outcome: words };
        verdict = decideVerdict(heard, this.config.clients);
      }
      if (verdict.kind === 'refused') throw transcriptRefused(verdict.code);
      if (verdict.kind !== 'ask_next') throw this.#failure(verdict.kind, heard);
    }
  }

  #choose(answer: PlayerAnswer, languages: string[]): OfferedTrack {
    // a running stream's captions are only its beginning, and a stored transcript would stay that way
    if (answer.isLive) throw transcriptRefused('live_now');
    const track = chooseTrack(answer, languages, this.config.preferredLanguages);
    if (track !== undefined) return track;
    throw transcriptRefused(
      'language_unavailable',
      answer.tracks.map(({ code }) => code),
    );
  }

  #hear(index: number): Promise<HeardAnswer> {
    return (this.#heard[index] ??= this.enquiry.ask(this.config.clients[index], this.signal));
  }

  async #write(answer: PlayerAnswer, track: OfferedTrack, captions: Captions): Promise<Transcript> {
    const title = await this.#title(answer);
    const durationMs = answer.durationSeconds === undefined ? undefined : answer.durationSeconds * 1_000;
    const { code, isGenerated, vssId } = track;
    return { videoId: this.videoId, title, language: code, isGenerated, trackId: vssId, captions, durationMs };
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

  #failure(kind: 'found' | 'blocked' | 'unavailable', heard: ClientAnswer[]): Error {
    const trail = heard.map(({ client, outcome }) => `${client}:${outcome}`).join(' ');
    const waits = heard.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0);
    return kind === 'blocked' ? sourceBlocked(trail, Math.max(60, ...waits)) : sourceUnavailable(trail);
  }
}
