import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import type { SeenPayment } from './get-payment.usecase.js';
import { badPage } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';

const LARGEST_PAGE = 100;

/** The account's payments, newest first, page by page (PAY-23). */
@Injectable()
export class ListPayments {
  constructor(
    private readonly database: DataSource,
    private readonly payments: PaymentsRepository,
  ) {}

  /** `after`: id of the payment after which the page begins; empty for the newest. `next` is empty on the last page. */
  async execute(accountId: string, after: string, limit: number): Promise<{ payments: SeenPayment[]; next: string }> {
    const { manager } = this.database;
    if (!(limit >= 1 && limit <= LARGEST_PAGE) || (after !== '' && !isUuid(after))) throw badPage();
    const from = after === '' ? null : await this.payments.findOwn(manager, accountId, { id: after });
    if (after !== '' && !from) throw badPage();
    const found = await this.payments.page(manager, accountId, from, limit + 1);
    const page = found.slice(0, limit);
    const terms = await this.payments.termsOf(manager, page);
    return {
      payments: page.map((payment) => ({ payment, term: terms.get(payment.termId ?? '') })),
      next: found.length > limit ? page.at(-1)!.id : '',
    };
  }
}
