import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import type { SummaryParameters } from '../results/parameters.rule.js';
import { keepMs } from '../results/repeated-answer.rule.js';
import { StoredResults } from '../results/stored-results.js';
import { TranscriptLibrary } from '../transcripts/transcript-library.js';
import { videoIdFromUrl } from './video-url.rule.js';

/** `keepMs`: how long the caller may reuse `stored` without asking again. */
export type Resolution =
  | { invalidCode: 'invalid_url' }
  | { videoId: string; stored: null }
  | { videoId: string; stored: Result; keepMs: number };

/** Validates a URL, and finds the stored result for it. Asks no source: the 400 for bad input must not depend on the outside world (VID-4). */
@Injectable()
export class ResolveVideo {
  constructor(
    private readonly library: TranscriptLibrary,
    private readonly stored: StoredResults,
    private readonly clock: Clock,
  ) {}

  /** Without parameters no stored result is looked up. */
  async execute(url: string, parameters: SummaryParameters | undefined): Promise<Resolution> {
    const videoId = videoIdFromUrl(url);
    if (!videoId) return { invalidCode: 'invalid_url' };
    if (!parameters) return { videoId, stored: null };
    const now = this.clock.now();
    const known = await this.library.known(videoId);
    // A known refusal is not returned here: it is a 404, which comes after the quota (API-1).
    if (!known || 'refusal' in known) return { videoId, stored: null };
    const stored = await this.stored.find(videoId, known.hash, parameters);
    if (!stored) return { videoId, stored };
    const { until } = known;
    return { videoId, stored, keepMs: keepMs(now, { until, isLasting: this.stored.isLasting(stored) }) };
  }
}
