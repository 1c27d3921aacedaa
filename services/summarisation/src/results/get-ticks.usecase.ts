import { Injectable } from '@nestjs/common';
import type { Ticks } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { isUuid } from '@precis/runtime/uuid';
import { ResultsRepository } from './results.repository.js';

/** The size of a page of an account's list. */
const MOST_RESULTS = 100;
/** Far more than a detailed summary of a long video has. */
const MOST_TICKS = 200;

/** Start times of the sentences of a page of results, for the marks drawn next to them. Reading them does not count as a delivery (DATA-3). */
@Injectable()
export class GetTicks {
  constructor(
    private readonly results: ResultsRepository,
    private readonly clock: Clock,
  ) {}

  async execute(resultRefs: string[]): Promise<Ticks[]> {
    if (resultRefs.length > MOST_RESULTS)
      throw new DomainError('invalid', 'too_many_results', `At most ${MOST_RESULTS} results.`);
    return this.results.ticks(resultRefs.filter(isUuid), MOST_TICKS, this.clock.now());
  }
}
