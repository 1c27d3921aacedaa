import { Inject, Injectable } from '@nestjs/common';
import type { Operation, Outcome } from '@precis/proto/usage/v1/usage';
import { activeTrace } from '@precis/runtime/tracing/active-trace';
import { USAGE, type UsageRpc } from '../rpc-clients.js';

interface Waiting {
  operation: Operation;
  trace: ReturnType<typeof activeTrace>;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

const MAX_BATCH = 500;
const DEADLINE_MS = 3_000;

/**
 * Sends the operations of one event-loop turn as one batch. Every operation names its call, so a batch whose answer was
 * lost is repeated once without a second effect.
 */
@Injectable()
export class UsageOperations {
  private waiting: Waiting[] = [];

  constructor(@Inject(USAGE) private readonly usage: UsageRpc) {}

  apply(operation: Operation): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => this.flush());
      this.waiting.push({ operation, trace: activeTrace(), resolve, reject });
    });
  }

  private flush(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (let start = 0; start < waiting.length; start += MAX_BATCH)
      void this.send(waiting.slice(start, start + MAX_BATCH));
  }

  private async send(batch: Waiting[]): Promise<void> {
    // The call is part of the trace of the first, in whose turn it is sent, and linked to those of the others.
    const links = batch.flatMap(({ trace }, index) => (index > 0 && trace ? [trace] : []));
    try {
      const { outcomes } = await this.usage.apply(
        { operations: batch.map((one) => one.operation) },
        { deadlineMs: DEADLINE_MS, idempotent: true, links },
      );
      // An operation without an outcome may have been done: its caller must learn of it as of a lost answer.
      if (outcomes.length !== batch.length)
        throw new Error(`usage answered ${batch.length} operations with ${outcomes.length} outcomes`);
      batch.forEach((one, index) => one.resolve(outcomes[index]));
    } catch (error) {
      batch.forEach((one) => one.reject(error));
    }
  }
}
