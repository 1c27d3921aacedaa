import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { isUuid } from '@precis/runtime/uuid';
import { ResultsRepository } from './results.repository.js';

/** Reads a result by its reference. Usage decides whether the account may read it. */
@Injectable()
export class GetResult {
  constructor(
    private readonly results: ResultsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(resultRef: string): Promise<Result> {
    const result = isUuid(resultRef) ? await this.results.read(resultRef, this.clock.now()) : null;
    if (!result) throw new DomainError('not_found', 'result_gone', 'This summary is no longer kept.');
    return result;
  }
}
