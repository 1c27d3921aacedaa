import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { EngineChain } from './engine-chain.js';
import type { SummaryParameters } from './parameters.rule.js';
import { resultKey } from './result-key.js';
import { ResultsRepository } from './results.repository.js';

/** Finds the stored result of a summary, among the engines whose results may be returned now; the first engine's comes first. */
@Injectable()
export class StoredResults {
  constructor(
    private readonly chain: EngineChain,
    private readonly results: ResultsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Finding a result is its delivery, which prolongs its life (DATA-3): the gateway charges for what Resolve finds, and nothing tells this service
   * of the charge.
   */
  async find(videoId: string, hash: Buffer, parameters: SummaryParameters): Promise<Result | null> {
    for (const engine of this.chain.answering) {
      const stored = await this.results.deliver(resultKey(videoId, hash, parameters, engine), this.clock.now());
      if (stored) return stored;
    }
    return null;
  }

  /** The engine of the result that find() would return now, or null. To know it is no delivery. */
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
