import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import type { SummaryParameters } from '../results/parameters.rule.js';
import { StoredResults } from '../results/stored-results.js';
import { TranscriptLibrary } from '../transcripts/transcript-library.js';
import { videoIdFromUrl } from './video-url.rule.js';

export type Resolution = { invalidCode: 'invalid_url' } | { videoId: string; stored: Result | null };

/** Judges a URL, and finds what is stored for it. Asks no source: that bad input is 400 must not depend on the outside world (VID-4). */
@Injectable()
export class ResolveVideo {
  constructor(
    private readonly library: TranscriptLibrary,
    private readonly stored: StoredResults,
  ) {}

  /** Without parameters nothing stored is looked for. */
  async execute(url: string, parameters: SummaryParameters | undefined): Promise<Resolution> {
    const videoId = videoIdFromUrl(url);
    if (!videoId) return { invalidCode: 'invalid_url' };
    if (!parameters) return { videoId, stored: null };
    const known = await this.library.known(videoId);
    // A known refusal is not answered here: it is a 404, which comes after the quota (API-1).
    if (!known || 'refusal' in known) return { videoId, stored: null };
    return { videoId, stored: await this.stored.find(videoId, known.hash, parameters) };
  }
}
