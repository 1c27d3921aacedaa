import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import type { Quote } from './quote.entity.js';
import { Quotes, type Wish } from './quotes.provider.js';

/** Quotes a term: its price, frozen for 30 minutes, and the wallet's balance (PAY-14). */
@Injectable()
export class CreateQuote {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly quotes: Quotes,
    private readonly ledger: Ledger,
  ) {}

  async execute(wish: Wish): Promise<{ quote: Quote; walletBalanceCents: number }> {
    return inTransaction(this.database, async (manager) => {
      const quote = await this.quotes.offer(manager, wish, this.clock.now());
      return { quote, walletBalanceCents: await this.ledger.balanceOf(manager, wish.accountId) };
    });
  }
}
