import { Injectable } from '@nestjs/common';
import { EndpointsRepository } from './endpoints.repository.js';

/** Deliveries of one statement, and statements of one turn; the next turn goes on. */
const BATCH = 1_000;
const IN_ONE_TURN = 50;

/**
 * Removes what deleted endpoints leave behind (HOOK-14): their deliveries in steps, each far below the limit of a statement, then the endpoints
 * themselves. Killed in the middle, whole batches are gone.
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
