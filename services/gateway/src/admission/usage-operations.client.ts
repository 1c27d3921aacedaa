import { Inject, Injectable } from '@nestjs/common';
import type { Operation, Outcome } from '@precis/proto/usage/v1/usage';
import type { BatchClient } from '@precis/runtime/batches/batch-client';
import { OPERATIONS } from '../rpc-clients.js';

/** Sends metered operations to usage in batches. Each operation names its call, so that a repeat has no second effect. */
@Injectable()
export class UsageOperations {
  constructor(@Inject(OPERATIONS) private readonly batches: BatchClient<Operation, Outcome>) {}

  /** Call it before a new call begins. Throws `busy` while too many operations are unanswered. */
  requireRoom(): void {
    this.batches.requireRoom();
  }

  /** Rejects with `busy` while usage has too many unanswered operations. After any other rejection it is unknown whether the operation was done. */
  apply(operation: Operation): Promise<Outcome> {
    return this.batches.ask(operation);
  }
}
