import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { randomUUID } from 'node:crypto';
import { BatchItemsRepository } from './batch-items.repository.js';
import type { HeldItem } from './batch.row.js';
import { StartItem } from './start-item.usecase.js';

/** How many items of one account may be processed at once. */
export class BatchPlaces {
  constructor(readonly ofAccount: number) {}
}

/** Far longer than an item takes to become a job: a call of auth (at most 3 s), one of summarisation (at most 6 s), a reservation, and an update. */
const LEASE_MS = 30_000;
/** How many items this process turns into jobs at once. */
const AT_ONCE = 8;

/** Begins the items whose turn has come, when a new batch arrives and by a timer. Other copies take over the items of a killed one. */
@Injectable()
export class BatchRunner implements OnModuleDestroy {
  private readonly holder = randomUUID();
  private isStopping = false;
  private working: Promise<void> | undefined;

  constructor(
    private readonly items: BatchItemsRepository,
    private readonly start: StartItem,
    private readonly places: BatchPlaces,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Settles when nothing is due. Rounds do not overlap: a call during a round waits for its end. */
  execute(): Promise<void> {
    this.working ??= this.work().finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  /** Starts a round, because an item may be due. After an error the timer tries again. */
  wake(): void {
    this.execute().catch((error: unknown) =>
      this.logger.error({ err: error }, 'items of batches could not be started; the timer tries again'),
    );
  }

  /** Nest calls this before shutdown, while the database is still open. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.working?.catch(() => undefined);
  }

  private async work(): Promise<void> {
    let begun = AT_ONCE;
    while (begun === AT_ONCE && !this.isStopping) begun = await this.round();
  }

  /** Returns how many items were begun. */
  private async round(): Promise<number> {
    const inHand: Promise<void>[] = [];
    while (inHand.length < AT_ONCE) {
      const item = await this.items.take(this.holder, LEASE_MS, this.places.ofAccount, this.clock.now());
      if (!item) break;
      inHand.push(this.begin(item));
    }
    await Promise.all(inHand);
    return inHand.length;
  }

  private begin(item: HeldItem): Promise<void> {
    return this.start.execute(item, this.holder).catch((error: unknown) => {
      // When its lease ends, the item is taken again.
      this.logger.error(
        { err: error, batchId: item.batchId, index: item.index },
        'item of a batch could not be started; it is tried again when its lease ends',
      );
    });
  }
}
