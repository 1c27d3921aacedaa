import { Inject, Injectable } from '@nestjs/common';
import type { Operation, Outcome } from '@precis/proto/usage/v1/usage';
import type { BatchClient } from '@precis/runtime/batches/batch-client';
import { OPERATIONS } from '../rpc-clients.js';

/** Metered operations at usage. They travel in batches that form by themselves, and each names its call, so that its repeat has no second effect. */
@Injectable()
export class UsageOperations {
  constructor(@Inject(OPERATIONS) private readonly batches: BatchClient<Operation, Outcome>) {}

  /** Throws `busy` while so many operations have no answer that no new call may begin. */
  requireRoom(): void {
    this.batches.requireRoom();
  }

  /** Rejects with `busy` while usage is very far behind; whether the operation was done is otherwise unknown when it rejects. */
  apply(operation: Operation): Promise<Outcome> {
    return this.batches.ask(operation);
  }
}
