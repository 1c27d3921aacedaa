import { Injectable } from '@nestjs/common';
import type { VerifyResultResponse } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { setImmediate } from 'node:timers/promises';
import { verdictOn } from '../verification/verify-sentences.js';
import { GetResult } from './get-result.usecase.js';
import { ResultsRepository } from './results.repository.js';

/** Verifies the sentences of a result against its stored captions (SUM-11). It is not a delivery (DATA-3). */
@Injectable()
export class VerifyResult {
  constructor(
    private readonly stored: GetResult,
    private readonly results: ResultsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws not_found: `result_gone`, or `evidence_gone` for a result from before evidence was kept. */
  async execute(resultRef: string): Promise<VerifyResultResponse> {
    const result = await this.stored.execute(resultRef);
    const evidence = await this.results.evidence(result.resultRef);
    if (!evidence || evidence.sentences.length !== result.sentences.length)
      throw new DomainError('not_found', 'evidence_gone', 'The passages that this summary cites were not kept.');
    const sentences: VerifyResultResponse['sentences'] = [];
    for (const [at, sentence] of result.sentences.entries()) {
      const kept = evidence.sentences[at];
      const [spoken, writtenIn] = evidence.language ? [evidence.language, result.language] : [result.language];
      const { reasons } = verdictOn(sentence, kept, spoken, evidence.endMs, writtenIn);
      const said = [kept.before, kept.text, kept.after].filter((text) => text !== '').join(' ');
      sentences.push({ sentence: { ...sentence, endMs: kept.endMs }, reasons, evidence: said });
      // Comparing takes half a millisecond per sentence: other work gets its turn in between.
      await setImmediate();
    }
    return { sentences, checkedAtMs: this.clock.now().getTime() };
  }
}
