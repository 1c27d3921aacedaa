import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@precis/runtime/logger';
import { randomUUID } from 'node:crypto';
import { LOGGER } from '@precis/runtime/foundation.module';
import { USAGE, type UsageRpc } from '../rpc-clients.js';

/** Usage's lease of 10 s leaves time for several renewals, so one lost call does no harm. */
const RENEW_INTERVAL_MS = 2_500;

/** Renews this process' claim on its reservations. When it stops renewing, usage takes them back (QUOTA-10). */
@Injectable()
export class HolderLease {
  readonly holder = randomUUID();
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(USAGE) private readonly usage: UsageRpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.usage.renewHolder({ holder: this.holder }, { idempotent: true });
    this.timer = setInterval(() => void this.renew(), RENEW_INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    await this.usage
      .renewHolder({ holder: this.holder }, { deadlineMs: RENEW_INTERVAL_MS })
      .catch((error: unknown) => this.logger.warn({ err: error }, 'the lease on reservations was not renewed'));
  }
}
