import { Inject, Injectable } from '@nestjs/common';
import type { Operation, Outcome } from '@precis/proto/usage/v1/usage';
import type { BatchClient } from '@precis/runtime/batches/batch-client';
import { OPERATIONS } from '../rpc-clients.js';

/** Metered operations at usage. They travel in batches that form by themselves, and each names its call, so that its repeat has no second effect. */
@Injectable()
export class UsageOperations {
  constructor(@Inject(OPERATIONS) private readonly batches: BatchClient<Operation, Outcome>) {}

  /** Rejects with `busy` while usage is far behind; whether the operation was done is otherwise unknown when it rejects. */
  apply(operation: Operation): Promise<Outcome> {
    return this.batches.ask(operation);
  }
}
