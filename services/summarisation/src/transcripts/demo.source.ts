import type { DomainError } from '@precis/runtime/domain-error';
import { DEMO_VIDEOS, type DemoVideo, demoTranscript } from '../videos/demo/demo-catalogue.js';
import { sourceBlocked, sourceUnavailable, transcriptRefused } from '../youtube/youtube.errors.js';
import { type Captions, captionsOf } from './captions.js';
import { type Transcript, type TranscriptRefusal, TranscriptSource, type VideoInfo } from './transcript.source.js';

const BY_ID = new Map(DEMO_VIDEOS.map((video) => [video.videoId, video]));
/** info fails only when the video itself is missing or YouTube does not answer (VID-8). */
const UNSEEN: DemoVideo['outcome'][] = ['video_unavailable', 'source_blocked', 'source_unavailable'];

/** The sample videos (VID-14) as a source: each always has the outcome of the catalogue, without a network. */
export class DemoSource extends TranscriptSource {
  private readonly captions = new Map<string, Captions>();

  /** When demo videos are off, their ids are ordinary video ids. */
  constructor(readonly isOn: boolean) {
    super();
  }

  has(videoId: string): boolean {
    return this.isOn && BY_ID.has(videoId);
  }

  /** The hash of a sample's transcript, or its refusal when that is definitive. */
  async known(videoId: string): Promise<{ hash: Buffer } | { refusal: DomainError } | null> {
    const error = failureOf(videoId);
    if (error) return error.kind === 'not_found' ? { refusal: error } : null;
    return { hash: Buffer.from((await this.transcript(videoId)).captions.hash) };
  }

  override async info(videoId: string): Promise<VideoInfo> {
    const { title, outcome } = videoOf(videoId);
    const failure = failureOf(videoId);
    if (failure && UNSEEN.includes(outcome)) throw failure;
    if (failure) return { videoId, title, refusal: outcome as TranscriptRefusal, tracks: [] };
    const { language: code, isGenerated, trackId: vssId, durationMs } = await this.transcript(videoId);
    const name = isGenerated ? 'English (auto-generated)' : 'English';
    return {
      videoId,
      title,
      durationSeconds: Math.round((durationMs ?? 0) / 1_000),
      tracks: [{ code, name, isGenerated, vssId }],
    };
  }

  override async transcript(videoId: string): Promise<Transcript> {
    const failure = failureOf(videoId);
    if (failure) throw failure;
    const transcript = await demoTranscript(videoId);
    if (!transcript) throw new Error(`the catalogue has no transcript for ${videoId}`);
    const { title, language, isGenerated, durationMs, segments, chapters } = transcript;
    let captions = this.captions.get(videoId);
    if (!captions) this.captions.set(videoId, (captions = captionsOf(segments, language, isGenerated)));
    return {
      videoId,
      title,
      language,
      isGenerated,
      durationMs,
      captions,
      chapters,
      trackId: isGenerated ? `a.${language}` : `.${language}`,
    };
  }
}

function videoOf(videoId: string): DemoVideo {
  const video = BY_ID.get(videoId);
  if (!video) throw transcriptRefused('video_unavailable');
  return video;
}

function failureOf(videoId: string): DomainError | null {
  const { outcome } = videoOf(videoId);
  if (outcome === 'ok') return null;
  if (outcome === 'source_blocked') return sourceBlocked('demo video');
  return outcome === 'source_unavailable' ? sourceUnavailable('demo video') : transcriptRefused(outcome);
}
