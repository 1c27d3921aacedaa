import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetWalletRequest,
  GetWalletResponse,
  ListWalletEntriesRequest,
  ListWalletEntriesResponse,
} from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import { DataSource } from 'typeorm';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { walletOf } from '../ledger/postings.rule.js';
import { accountIdOf } from '../subscriptions/account-id.js';
import { badPage } from './wallet.errors.js';

const LARGEST_PAGE = 100;

/** The balance and the entries of an account's wallet. An account without a wallet has 0 and no entries. */
@Controller()
export class WalletController {
  constructor(
    private readonly database: DataSource,
    private readonly ledger: LedgerRepository,
  ) {}

  @GrpcMethod('BillingService', 'getWallet')
  @Callers('gateway', 'operator')
  async getWallet(request: GetWalletRequest): Promise<GetWalletResponse> {
    return { balanceCents: await this.ledger.balanceOf(this.database.manager, walletOf(accountIdOf(request))) };
  }

  @GrpcMethod('BillingService', 'listWalletEntries')
  @Callers('gateway', 'operator')
  async listWalletEntries(request: ListWalletEntriesRequest): Promise<ListWalletEntriesResponse> {
    const { beforeSequence, limit } = request;
    if (limit < 1 || limit > LARGEST_PAGE || beforeSequence < 0) throw badPage();
    const entries = await this.ledger.entriesOf(
      this.database.manager,
      walletOf(accountIdOf(request)),
      beforeSequence,
      limit,
    );
    return {
      entries: entries.map(({ sequence, postedAt, kind, reference, amountCents, balanceCents }) => ({
        sequence,
        occurredAtSeconds: Math.floor(postedAt.getTime() / 1_000),
        kind,
        reference,
        amountCents,
        balanceCents,
      })),
    };
  }
}
