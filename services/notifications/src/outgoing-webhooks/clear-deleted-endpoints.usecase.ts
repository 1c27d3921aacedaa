import { Injectable } from '@nestjs/common';
import { EndpointsRepository } from './endpoints.repository.js';

/** Deliveries per statement, and statements per run; the next run continues. */
const BATCH = 1_000;
const IN_ONE_TURN = 50;

/**
 * Removes the remains of deleted endpoints (HOOK-14): their deliveries in steps, each far below the limit of a statement, then the endpoints. After a
 * crash, completed batches are deleted.
 */
@Injectable()
export class ClearDeletedEndpoints {
  constructor(private readonly endpoints: EndpointsRepository) {}

  async execute(): Promise<void> {
    let gone = BATCH;
    for (let batch = 0; batch < IN_ONE_TURN && gone === BATCH; batch++) gone = await this.endpoints.clearDeleted(BATCH);
    await this.endpoints.removeCleared();
  }
}
