import { Injectable } from '@nestjs/common';
import type { GetRecipientResponse } from '@precis/proto/auth/v1/auth';
import { UsersRepository } from '../users/users.repository.js';

/**
 * The recipient of a mail without a link (MAIL-1): the verified address of an existing account. Otherwise both fields are empty, and
 * nothing is sent. A suspended or closed account still gets its mails, but no webhooks (HOOK-9), and its
 * batches wait (SUM-27).
 */
@Injectable()
export class GetRecipient {
  constructor(private readonly users: UsersRepository) {}

  async execute(accountId: string): Promise<GetRecipientResponse> {
    const user = await this.users.byId(accountId);
    if (!user?.emailVerifiedAt) return { address: '', name: '', isStopped: false };
    const isStopped = user.suspendedAt !== null || user.erasedAt !== null;
    return { address: user.email, name: user.name, isStopped };
  }
}
