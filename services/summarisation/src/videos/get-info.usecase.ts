import { Injectable } from '@nestjs/common';
import { TranscriptLibrary } from '../transcripts/transcript-library.js';
import type { VideoInfo } from '../transcripts/transcript.source.js';
import { videoIdFromUrl } from './video-url.rule.js';

/** Returns the title and the caption tracks of a video (VID-8). Answers 404 only when the video itself is missing; a private one is not missing. */
@Injectable()
export class GetInfo {
  constructor(private readonly library: TranscriptLibrary) {}

  async execute(
    url: string,
    account: string,
    caller: AbortSignal,
  ): Promise<VideoInfo | { invalidCode: 'invalid_url' }> {
    const videoId = videoIdFromUrl(url);
    return videoId ? this.library.info(videoId, account, caller) : { invalidCode: 'invalid_url' };
  }
}
