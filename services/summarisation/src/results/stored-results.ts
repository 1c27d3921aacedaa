import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { EngineChain } from './engine-chain.js';
import type { SummaryParameters } from './parameters.rule.js';
import { resultKey } from './result-key.js';
import { ResultsRepository } from './results.repository.js';

/**
 * Finds the stored result of a summary, among the engines whose results may be returned now; the first engine's comes first. Finding one is a
 * delivery.
 */
@Injectable()
export class StoredResults {
  constructor(
    private readonly chain: EngineChain,
    private readonly results: ResultsRepository,
    private readonly clock: Clock,
  ) {}

  async find(videoId: string, hash: Buffer, parameters: SummaryParameters): Promise<Result | null> {
    for (const engine of this.chain.answering) {
      const stored = await this.results.deliver(resultKey(videoId, hash, parameters, engine), this.clock.now());
      if (stored) return stored;
    }
    return null;
  }

  /** Whether find() returns this result for as long as its transcript is valid: a later engine's result may be replaced by the first engine's. */
  isLasting({ engine }: Result): boolean {
    return engine === this.chain.engines[0].name;
  }
}
