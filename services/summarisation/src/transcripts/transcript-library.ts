import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { isSameLanguage, servesRequest } from '../results/language.rule.js';
import { FairFlights, SingleFlight } from '../work/flights.js';
import { transcriptRefused } from '../youtube/youtube.errors.js';
import { DemoSource } from './demo.source.js';
import { infoExpiry, refusalExpiry, transcriptExpiry } from './freshness.rule.js';
import { LookUpBudget, LookUpSlots } from './look-up-budget.js';
import { SourceOutcomes } from './source-outcomes.js';
import { type Transcript, TranscriptSource, type VideoInfo } from './transcript.source.js';
import { type Subject, TranscriptsRepository } from './transcripts.repository.js';

/** The state of a video's transcript as known without asking a source. `until`: how long it is valid; absent: for ever. */
export type Known = { hash: Buffer; until?: Date } | { refusal: DomainError } | null;

/** A transcript, and the hash of its captions as the database stores it. */
export interface FoundTranscript {
  transcript: Transcript;
  hash: Buffer;
}

/** One kind of look-up: how to read what is stored, and how to fetch it. */
interface LookUp<T> {
  /** Simultaneous equal look-ups share one request. */
  key: string;
  subject: Subject;
  flights: FairFlights<T>;
  kept: () => Promise<T | null>;
  look: (until: AbortSignal) => Promise<T>;
}

/** No language is requested, so the source chooses the spoken one. */
const ANY_LANGUAGE = '';

/** A signal that never fires: the callers that wait have their own signals. */
const NEVER = new AbortController().signal;

/**
 * Gets demo videos from the catalogue, and other videos from the database or else from the source, with one look-up per video at a time. Accounts
 * share the look-ups evenly, and each has a budget of uncharged ones.
 */
@Injectable()
export class TranscriptLibrary {
  private readonly transcripts = new SingleFlight<FoundTranscript>();
  private readonly infos = new SingleFlight<VideoInfo>();
  private readonly transcriptLookUps: FairFlights<FoundTranscript>;
  private readonly infoLookUps: FairFlights<VideoInfo>;

  constructor(
    private readonly demo: DemoSource,
    private readonly source: TranscriptSource,
    private readonly repository: TranscriptsRepository,
    private readonly clock: Clock,
    private readonly slots: LookUpSlots,
    private readonly budget: LookUpBudget,
    private readonly outcomes: SourceOutcomes,
  ) {
    this.transcriptLookUps = new FairFlights(slots);
    this.infoLookUps = new FairFlights(slots);
  }

  async known(videoId: string): Promise<Known> {
    if (this.demo.has(videoId)) return this.demo.known(videoId);
    const kept = await this.repository.hash(videoId, ANY_LANGUAGE, this.clock.now());
    if (kept) return kept;
    const refusal = await this.repository.refusal(videoId, 'transcript', this.clock.now());
    return refusal && { refusal };
  }

  /**
   * The transcript in the spoken language, or the captions in `language` (VID-21); never our own translation. Throws what
   * TranscriptSource.transcript throws, `overloaded`, `too_many_lookups` or `timed_out`.
   */
  async transcript(
    videoId: string,
    account: string,
    signal: AbortSignal,
    language = ANY_LANGUAGE,
  ): Promise<FoundTranscript> {
    if (this.demo.has(videoId)) return this.withHash(inLanguage(await this.demo.transcript(videoId), language));
    const kept = async () => {
      const transcript = await this.kept(videoId, language);
      return transcript && this.withHash(transcript);
    };
    const look = async (until: AbortSignal) => {
      const languages = language === ANY_LANGUAGE ? [] : [language];
      const found = this.withHash(await this.source.transcript(videoId, languages, until, account));
      const now = this.clock.now();
      await this.repository.keepTranscript(found.transcript, language, found.hash, transcriptExpiry(now), now);
      return found;
    };
    const key = `${videoId} ${language}`;
    const lookUp = { key, subject: 'transcript' as const, flights: this.transcriptLookUps, kept, look };
    return this.transcripts.run(`${account} ${key}`, signal, () => this.find(videoId, account, lookUp));
  }

  /**
   * The transcript in the spoken language also serves a caller that requests that language without a script or region: with one ("zh-Hant" where
   * "zh-Hans" is spoken), the video may have a track of its own.
   */
  private async kept(videoId: string, language: string): Promise<Transcript | null> {
    const spoken = await this.repository.transcript(videoId, ANY_LANGUAGE, this.clock.now());
    if (language === ANY_LANGUAGE || (spoken && servesRequest(spoken.language, language))) return spoken;
    return this.repository.transcript(videoId, language, this.clock.now());
  }

  /** Throws what TranscriptSource.info throws, `overloaded`, `too_many_lookups` or `timed_out`. */
  async info(videoId: string, account: string, signal: AbortSignal): Promise<VideoInfo> {
    if (this.demo.has(videoId)) return this.demo.info(videoId);
    const kept = () => this.repository.info(videoId, this.clock.now());
    const look = async (until: AbortSignal) => {
      const info = await this.source.info(videoId, until);
      const expiry = infoExpiry(this.clock.now(), { tracks: info.tracks.length, refusal: info.refusal });
      if (expiry) await this.repository.keepInfo(info, expiry);
      return info;
    };
    const lookUp = { key: videoId, subject: 'info' as const, flights: this.infoLookUps, kept, look };
    return this.infos.run(`${account} ${videoId}`, signal, () => this.find(videoId, account, lookUp));
  }

  /** A stored answer costs nothing. A look-up takes a unit of the account's budget, unless it was made for another account or not made at all. */
  private async find<T>(videoId: string, account: string, lookUp: LookUp<T>): Promise<T> {
    const { key, subject, flights, look } = lookUp;
    const found = await this.remembered(videoId, lookUp);
    if (found !== null) return found;
    this.budget.spend(account);
    let hasAsked = false;
    const until = AbortSignal.timeout(this.slots.timeoutMs);
    try {
      return await flights.run(key, account, { caller: NEVER, waiting: until }, async () => {
        // Another account's look-up may have ended while this one waited.
        const meanwhile = await this.remembered(videoId, lookUp);
        if (meanwhile !== null) return meanwhile;
        hasAsked = true;
        return this.ask(videoId, subject, () => look(until));
      });
    } finally {
      if (!hasAsked) this.budget.giveBack(account);
    }
  }

  /** The stored answer, or null; throws a refusal that is still valid. */
  private async remembered<T>(videoId: string, { subject, kept }: LookUp<T>): Promise<T | null> {
    const found = await kept();
    if (found !== null) return found;
    const refusal = await this.repository.refusal(videoId, subject, this.clock.now());
    if (refusal) throw refusal;
    return null;
  }

  /** Asks the source, and stores a definitive refusal. */
  private async ask<T>(videoId: string, subject: Subject, look: () => Promise<T>): Promise<T> {
    try {
      const found = await look();
      this.outcomes.answered();
      return found;
    } catch (error) {
      this.outcomes.failed(error);
      // A missing language says nothing about other languages.
      const isAnswer = error instanceof DomainError && error.code !== 'language_unavailable';
      const expiry = isAnswer ? refusalExpiry(this.clock.now(), error.kind, error.code) : null;
      if (expiry) await this.repository.keepRefusal(videoId, subject, error as DomainError, expiry);
      throw error;
    }
  }

  private withHash(transcript: Transcript): FoundTranscript {
    return { transcript, hash: Buffer.from(transcript.captions.hash) };
  }
}

/** A demo video has captions in one language. */
function inLanguage(transcript: Transcript, language: string): Transcript {
  if (language === ANY_LANGUAGE || isSameLanguage(transcript.language, language)) return transcript;
  throw transcriptRefused('language_unavailable', [transcript.language]);
}
