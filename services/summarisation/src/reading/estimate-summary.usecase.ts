import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import { EngineChain } from '../results/engine-chain.js';
import { inTranscriptLanguage, type SummaryParameters } from '../results/parameters.rule.js';
import { StoredResults } from '../results/stored-results.js';
import type { SuppliedTranscript } from '../results/summarise-supplied.usecase.js';
import { secondsOf } from '../results/summary-maker.js';
import { type Captions, segmentsOf } from '../transcripts/captions.js';
import { TURN } from '../transcripts/spoken-captions.js';
import { SuppliedReader } from '../transcripts/supplied-reader.js';
import { TranscriptLibrary } from '../transcripts/transcript-library.js';
import { TranscriptRoom } from '../transcripts/transcript-room.js';
import { videoIdFromUrl } from '../videos/video-url.rule.js';
import { ComputingBudget } from '../work/computing-budget.js';

/** What summarise would do. `transcriptLength` in characters, 0 = unknown; `engine` is '' if there would be no summary. */
export interface Estimate {
  videoId: string;
  title: string;
  language: string;
  durationSeconds: number;
  transcriptLength: number;
  engine: string;
  isStored: boolean;
  refusal?: DomainError;
}

interface Asked {
  url: string;
  parameters: SummaryParameters;
  supplied?: SuppliedTranscript;
  account: string;
}

const NOTHING_KNOWN = { title: '', language: '', durationSeconds: 0, transcriptLength: 0, engine: '', isStored: false };
/** The length of longer captions is not computed, because each time it would block the event loop. */
const MOST_COUNTED_BYTES = 3_000_000;
const MS_PER_MB = 60;
const MS_PER_ESTIMATE = 5;

/**
 * What summarise would do with the same request, without writing a summary (SUM-26). It reads the transcript as summarise does, and keeps it:
 * look-ups and computing count against the same budgets (LIMIT-9, LIMIT-13). A stored summary is not kept longer because of an estimate, which
 * delivers nothing (DATA-3). It cannot know whether an engine will find enough to say.
 */
@Injectable()
export class EstimateSummary {
  constructor(
    private readonly library: TranscriptLibrary,
    private readonly stored: StoredResults,
    private readonly chain: EngineChain,
    private readonly reader: SuppliedReader,
    private readonly room: TranscriptRoom,
    private readonly computing: ComputingBudget,
  ) {}

  /** Throws what summarise throws if no estimate is possible. A refusal because of the video or its language is part of the answer. */
  async execute(asked: Asked, caller: AbortSignal): Promise<Estimate | { invalidCode: 'invalid_url' }> {
    const { url, supplied, account } = asked;
    const videoId = supplied && url === '' ? '' : videoIdFromUrl(url);
    if (videoId === undefined || videoId === null) return { invalidCode: 'invalid_url' };
    this.computing.admit(account);
    this.computing.spend(account, MS_PER_ESTIMATE);
    return supplied
      ? this.ofSupplied(videoId, supplied, asked, caller)
      : this.ofVideo(videoId, asked, caller).catch((error: unknown) => {
          // A temporary refusal says nothing about the summary, so it is answered as by summarise.
          if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
          return { ...NOTHING_KNOWN, videoId, refusal: error };
        });
  }

  private async ofVideo(videoId: string, { parameters, account }: Asked, caller: AbortSignal): Promise<Estimate> {
    const known = await this.library.known(videoId);
    if (known && 'refusal' in known) throw known.refusal;
    const { transcript, hash } = await this.library.transcript(videoId, account, caller);
    const { title, language, captions, durationMs } = transcript;
    const spoken = inTranscriptLanguage(parameters, language);
    const storedBy =
      (await this.stored.engineOf(videoId, hash, parameters)) ??
      (spoken === parameters ? null : await this.stored.engineOf(videoId, hash, spoken));
    const said = {
      videoId,
      title,
      language,
      durationSeconds: secondsOf(durationMs),
      transcriptLength: this.lengthOf(captions, account),
    };
    if (storedBy !== null) return { ...said, engine: storedBy, isStored: true };
    return { ...said, ...this.writerOf(spoken), isStored: false };
  }

  private async ofSupplied(
    videoId: string,
    { title, body }: SuppliedTranscript,
    { parameters, account }: Asked,
    caller: AbortSignal,
  ): Promise<Estimate> {
    const cost = this.computing.newCallCost(account);
    const read = () => this.reader.read({ ...body, askedLanguage: parameters.language }, caller, account, cost);
    try {
      const { language, ...captions } = await this.room.run(account, body.bytes.length, read);
      const transcriptLength = this.lengthOf(captions, account);
      const writer = this.writerOf(inTranscriptLanguage(parameters, language));
      return { videoId, title, language, durationSeconds: 0, transcriptLength, ...writer, isStored: false };
    } finally {
      cost.countUncharged();
    }
  }

  /** The engine that would be tried first, or why there is none. Throws `translation_unavailable`. */
  private writerOf({ language }: SummaryParameters): Pick<Estimate, 'engine' | 'refusal'> {
    try {
      return { engine: this.chain.first(language !== undefined).name };
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return { engine: '', refusal: error };
      throw error;
    }
  }

  private lengthOf(captions: Pick<Captions, 'json'>, account: string): number {
    const { length } = captions.json;
    if (length > MOST_COUNTED_BYTES) return 0;
    this.computing.spend(account, (length / 1_000_000) * MS_PER_MB);
    return segmentsOf(captions).reduce((chars, { text }) => chars + text.replaceAll(TURN, '').length + 1, -1);
  }
}
