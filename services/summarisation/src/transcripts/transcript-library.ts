import type { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { SingleFlight } from '../work/single-flight.js';
import type { WorkSlots } from '../work/work-slots.js';
import type { DemoSource } from './demo.source.js';
import { infoExpiry, refusalExpiry, transcriptExpiry } from './freshness.rule.js';
import { transcriptHash } from './transcript-hash.js';
import type { Transcript, TranscriptSource, VideoInfo } from './transcript.source.js';
import type { Subject, TranscriptsRepository } from './transcripts.repository.js';

/** What can be said of a video's transcript without asking a source. */
export type Known = { hash: Buffer } | { refusal: DomainError } | null;

export interface FoundTranscript {
  transcript: Transcript;
  hash: Buffer;
}

export interface TranscriptLibraryParts {
  /** Absent where DEMO_VIDEOS is off. */
  demo?: DemoSource;
  source: TranscriptSource;
  repository: TranscriptsRepository;
  clock: Clock;
  slots: WorkSlots;
  /** For all that one look-up at the source may take, waiting included. */
  sourceTimeoutMs: number;
}

/** No language is asked for yet: the source chooses the spoken one. */
const ANY_LANGUAGE = '';

/** Demo videos from the catalogue; any other video from what is kept, else from the source, one look-up per video at a time. */
export class TranscriptLibrary {
  private readonly transcripts = new SingleFlight<FoundTranscript>();
  private readonly infos = new SingleFlight<VideoInfo>();

  constructor(private readonly parts: TranscriptLibraryParts) {}

  async known(videoId: string): Promise<Known> {
    const { demo, repository, clock } = this.parts;
    if (demo?.has(videoId)) return demo.known(videoId);
    const hash = await repository.hash(videoId, ANY_LANGUAGE, clock.now());
    if (hash) return { hash };
    const refusal = await repository.refusal(videoId, 'transcript', clock.now());
    return refusal && { refusal };
  }

  /** Throws what TranscriptSource.transcript throws, `overloaded` or `timed_out`. */
  async transcript(videoId: string, signal: AbortSignal): Promise<FoundTranscript> {
    const { demo, source, repository, clock } = this.parts;
    if (demo?.has(videoId)) return this.withHash(await demo.transcript(videoId));
    return this.transcripts.run(videoId, signal, async () => {
      const kept = await repository.transcript(videoId, ANY_LANGUAGE, clock.now());
      if (kept) return this.withHash(kept);
      const fetched = await this.ask(videoId, 'transcript', (until) => source.transcript(videoId, [], until));
      const found = this.withHash(fetched);
      await repository.keepTranscript(fetched, ANY_LANGUAGE, found.hash, transcriptExpiry(clock.now()));
      return found;
    });
  }

  /** Throws what TranscriptSource.info throws, `overloaded` or `timed_out`. */
  async info(videoId: string, signal: AbortSignal): Promise<VideoInfo> {
    const { demo, source, repository, clock } = this.parts;
    if (demo?.has(videoId)) return demo.info(videoId);
    return this.infos.run(videoId, signal, async () => {
      const kept = await repository.info(videoId, clock.now());
      if (kept) return kept;
      const info = await this.ask(videoId, 'info', (until) => source.info(videoId, until));
      await repository.keepInfo(info, infoExpiry(clock.now(), info.tracks.length));
      return info;
    });
  }

  /** Asks the source within its time, unless it refused for good a moment ago; keeps a refusal that is for good. */
  private async ask<T>(videoId: string, subject: Subject, look: (until: AbortSignal) => Promise<T>): Promise<T> {
    const { repository, clock, slots, sourceTimeoutMs } = this.parts;
    const refusal = await repository.refusal(videoId, subject, clock.now());
    if (refusal) throw refusal;
    const until = AbortSignal.timeout(sourceTimeoutMs);
    try {
      return await slots.run(until, () => look(until));
    } catch (error) {
      const expiry = error instanceof DomainError ? refusalExpiry(clock.now(), error.kind, error.code) : null;
      if (expiry) await repository.keepRefusal(videoId, subject, error as DomainError, expiry);
      throw error;
    }
  }

  private withHash(transcript: Transcript): FoundTranscript {
    return { transcript, hash: transcriptHash(transcript) };
  }
}
