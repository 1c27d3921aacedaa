import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import { SummaryMetrics } from '../summary-metrics.js';
import type { Transcript } from '../transcripts/transcript.source.js';
import type { CallCost } from '@precis/runtime/hourly-budget';
import { ComputingBudget } from '../work/computing-budget.js';
import { CutOff } from '@precis/runtime/threads/thread-tasks';
import { timedOut } from '../work/work.errors.js';
import type { Turn } from './engine-chain.js';
import type { SummaryParameters } from './parameters.rule.js';
import type { NewResult } from './results.repository.js';
import { SUMMARY_LENGTHS } from './summary-lengths.js';
import { EngineFailed } from './summary-writer.js';

/**
 * A summary by a model counts as this much processor time when nobody pays for it, for example because its caller has left. With the default budget an
 * account can have 60 of them an hour: as many as it may cancel jobs (LIMIT-11). Otherwise it could spend the day's money for models alone.
 */
const MODEL_SUMMARY_MS = 1_000;

/** Runs an engine on any transcript. Lost work counts against the account's computing budget. */
@Injectable()
export class SummaryMaker {
  constructor(
    private readonly computing: ComputingBudget,
    private readonly metrics: SummaryMetrics,
  ) {}

  /** Throws the engine's refusal, `timed_out`, or EngineFailed. `cost` is the call's; a failure here counts against it immediately. */
  async make(
    transcript: Transcript,
    { length, prompt, language: writeIn }: SummaryParameters,
    account: string,
    { writer, signal, isLast }: Turn,
    cost: CallCost,
  ): Promise<{ made: NewResult; computeMs: number }> {
    const { captions, language, isGenerated, title, durationMs, chapters } = transcript;
    const startedMs = performance.now();
    const focus = prompt || undefined;
    const order = { json: captions.json, language, writeIn, isGenerated, title, durationMs, length, focus, chapters };
    // An engine with a successor is a model: it computes on another server, and its time here is only a wait.
    if (!isLast) cost.add(MODEL_SUMMARY_MS);
    const spent = (ms: number) => isLast && cost.add(ms);
    const written = await writer.write(order, signal, spent).catch((error: unknown) => {
      if (isLast) this.lost(error, account, cost);
      if (error instanceof DomainError || error instanceof EngineFailed) throw error;
      throw signal.aborted || error instanceof CutOff
        ? timedOut(error)
        : new EngineFailed('the summary engine threw', error);
    });
    const made: NewResult = {
      ...written,
      sentences: written.sentences.map((sentence) => ({ ...sentence, endMs: sentence.endMs ?? 0 })),
      chapters: written.chapters ?? [],
      warnings: [...(transcript.warnings ?? []), ...(written.warnings ?? [])].map((warning) => ({
        ...warning,
        span: warning.span,
      })),
      focusReason: written.focusReason ?? '',
      title,
      summaryType: SUMMARY_LENGTHS.numberOf(length),
      language: writeIn ?? language,
      durationSeconds: secondsOf(durationMs),
      transcriptSource: transcript.isSupplied ? 'supplied' : 'youtube',
    };
    return { made, computeMs: Math.round(performance.now() - startedMs) };
  }

  /** Computing without an answer is free, so it is counted. Work that got no thread in time has computed nothing. */
  private lost(error: unknown, account: string, cost: CallCost): void {
    cost.countUncharged();
    if (!(error instanceof CutOff)) return;
    this.computing.cutOff(account, error.ranMs);
    this.metrics.cutOff(error);
  }
}

const MAX_INT32 = 2_147_483_647;

/**
 * The length of a video in whole seconds (SUM-6), 0 = unknown. Sources are not trusted: an invalid length is unknown, and one beyond int32 is capped.
 */
export function secondsOf(durationMs: number | undefined): number {
  if (durationMs === undefined || !(durationMs > 0)) return 0;
  return Math.min(MAX_INT32, Math.round(durationMs / 1_000));
}
