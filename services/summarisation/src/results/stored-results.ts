import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { EngineChain } from './engine-chain.js';
import type { SummaryParameters } from './parameters.rule.js';
import { resultKey } from './result-key.js';
import { ResultsRepository } from './results.repository.js';

/** Finds the stored result of a summary. Only engines whose results may be returned now are searched, in the order of the chain. */
@Injectable()
export class StoredResults {
  constructor(
    private readonly chain: EngineChain,
    private readonly results: ResultsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * A found result is treated as delivered, so it is kept longer (DATA-3). The gateway charges for every result that Resolve finds, but this service
   * does not learn of the charge.
   */
  async find(videoId: string, hash: Buffer, parameters: SummaryParameters): Promise<Result | null> {
    for (const engine of this.chain.answering) {
      const stored = await this.results.deliver(resultKey(videoId, hash, parameters, engine), this.clock.now());
      if (stored) return stored;
    }
    return null;
  }

  /** The engine of the result that find() would return now, or null. Does not count as a delivery. */
  async engineOf(videoId: string, hash: Buffer, parameters: SummaryParameters): Promise<string | null> {
    for (const engine of this.chain.answering)
      if (await this.results.has(resultKey(videoId, hash, parameters, engine))) return engine.name;
    return null;
  }

  /** Whether find() returns this result for as long as its transcript is valid: a later engine's result may be replaced by the first engine's. */
  isLasting({ engine }: Result): boolean {
    return engine === this.chain.engines[0].name;
  }
}
