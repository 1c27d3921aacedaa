import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { optionalPageSize, optionalSequence } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { dollarsOf } from '../payment/dollars.js';
import { BILLING, type BillingRpc } from '../rpc-clients.js';
import { statement, walletEntryView } from './wallet.schemas.js';

const USUAL_PAGE = 50;

const pageQuery = z.object({ before: optionalSequence(), limit: optionalPageSize(USUAL_PAGE) });

/** The entries and the balance of the wallet (PAY-53). */
@ApiTags('wallet')
@Controller('api/wallet')
export class WalletController {
  constructor(@Inject(BILLING) private readonly billing: BillingRpc) {}

  @Get('statement')
  @Operation({
    summary: 'List the entries of the wallet, newest first, with the balance after each',
    access: 'session',
    query: pageQuery,
    ok: statement,
  })
  async statement(@Req() request: FastifyRequest, @Query() { before, limit }: z.output<typeof pageQuery>) {
    const { accountId } = principalOf(request);
    const { entries } = await this.billing.listWalletEntries(
      { accountId, beforeSequence: before, limit },
      { idempotent: true },
    );
    // The balance comes from the newest entry: read separately, it could be newer than the entries and contradict them. A wallet without entries is
    // empty.
    const { balanceCents } =
      before === 0
        ? (entries.at(0) ?? { balanceCents: 0 })
        : await this.billing.getWallet({ accountId }, { idempotent: true });
    const isFull = entries.length === limit;
    return {
      success: true,
      wallet_balance: dollarsOf(balanceCents),
      entries: entries.map(walletEntryView),
      // The first entry of every wallet has sequence 1.
      next: isFull && entries.at(-1)!.sequence > 1 ? entries.at(-1)!.sequence : null,
    };
  }
}
