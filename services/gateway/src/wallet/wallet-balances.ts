import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { answerInTime } from '../answer-in-time.js';
import { dollarsOf } from '../payment/dollars.js';
import { BILLING, type BillingRpc } from '../rpc-clients.js';

/** The balance of an account's wallet, for every answer that shows the user (ACC-23). */
@Injectable()
export class WalletBalances {
  constructor(
    @Inject(BILLING) private readonly billing: Pick<BillingRpc, 'getWallet'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns dollars, or null (never 0) while billing does not answer. Never rejects, and settles within 500 ms. */
  async of(accountId: string): Promise<number | null> {
    const wallet = await answerInTime(this.logger, 'a wallet', (options) =>
      this.billing.getWallet({ accountId }, options),
    );
    return wallet && dollarsOf(wallet.balanceCents);
  }
}
