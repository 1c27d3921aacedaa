import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { askedLanguage } from '../results/language.rule.js';
import { TranscriptLibrary } from '../transcripts/transcript-library.js';
import type { Transcript } from '../transcripts/transcript.source.js';
import { videoIdFromUrl } from '../videos/video-url.rule.js';
import { ComputingBudget } from '../work/computing-budget.js';
import { dayOfRead, secondsLeftOfDay } from './daily-reads.rule.js';
import { TranscriptReadsRepository } from './transcript-reads.repository.js';

/** How many transcripts one account may read on a UTC day. */
export class TranscriptsPerDay {
  constructor(readonly limit: number) {}
}

/** About twenty hours of speech. The gateway parses every byte of it on its event loop. */
const MOST_BYTES = 3_000_000;
/** Computing time: decompression here, and writing segments or cues in the gateway. Measured with captions of the maximum size. */
const MS_PER_MB = 100;
const MS_PER_READ = 5;

/**
 * Returns the transcript of a video, as it is stored for summaries (VID-20). It is never charged, so each delivery counts against the
 * account's daily limit (LIMIT-14), and its computing against the hourly budget (LIMIT-13). A refusal is taken off the daily count again.
 * If the process is killed after `take`, the day has one transcript less, with no other effect.
 */
@Injectable()
export class ReadTranscript {
  constructor(
    private readonly library: TranscriptLibrary,
    private readonly reads: TranscriptReadsRepository,
    private readonly perDay: TranscriptsPerDay,
    private readonly computing: ComputingBudget,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `language_unknown`, `too_many_transcripts`, `transcript_too_large`, and what TranscriptLibrary throws. */
  async execute(
    url: string,
    account: string,
    language: string,
    caller: AbortSignal,
  ): Promise<Transcript | { invalidCode: 'invalid_url' }> {
    const videoId = videoIdFromUrl(url);
    if (!videoId) return { invalidCode: 'invalid_url' };
    const asked = askedLanguage(language);
    if (asked === undefined)
      throw new DomainError('invalid', 'language_unknown', 'language must be auto or the code of a language.');
    this.computing.admit(account);
    const now = this.clock.now();
    const day = dayOfRead(now);
    if (!(await this.reads.take(account, day, this.perDay.limit))) throw tooMany(this.perDay.limit, now);
    try {
      const { transcript } = await this.library.transcript(videoId, account, caller, asked);
      const { length } = transcript.captions.json;
      this.computing.spend(account, MS_PER_READ + (length / 1_000_000) * MS_PER_MB);
      if (length > MOST_BYTES) throw tooLarge();
      return transcript;
    } catch (error) {
      // If this fails, the account can read one transcript less today. The caller gets the error that refused the read.
      await this.reads
        .giveBack(account, day)
        .catch((failure: unknown) => this.logger.warn({ err: failure }, 'a refused read stays in the daily count'));
      throw error;
    }
  }
}

function tooMany(limit: number, now: Date): DomainError {
  return new DomainError(
    'exhausted',
    'too_many_transcripts',
    `An account may read ${limit} transcripts a day. The count begins anew at 00:00 UTC.`,
    { limit, retryAfterSeconds: secondsLeftOfDay(now) },
  );
}

function tooLarge(): DomainError {
  return new DomainError(
    'not_found',
    'transcript_too_large',
    `The transcript of this video has more than ${MOST_BYTES / 1_000_000} MB and cannot be returned.`,
  );
}
