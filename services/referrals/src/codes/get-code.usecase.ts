import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, QueryFailedError } from 'typeorm';
import { accountErased } from '../accounts/accounts.errors.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CODE_BYTES, codeOfBytes } from './referral-code.rule.js';

/** How many random codes are tried when the code is taken. There are 2^50 codes, so even a second try is practically never needed. */
const TRIES = 5;

/** Returns the account's code, made at the first call (REF-11). A repeat, also after a lost answer, returns the same. */
@Injectable()
export class GetCode {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
  ) {}

  async execute(accountId: string, random: (size: number) => Uint8Array = randomBytes): Promise<string> {
    // Called with every view of the page: an existing code is read without a lock, which a verification in progress would delay.
    const kept = await this.accounts.findCode(this.database.manager, accountId);
    if (kept !== null) return kept;
    for (let attempt = 1; ; attempt++) {
      try {
        const wanted = codeOfBytes(random(CODE_BYTES));
        const code = await this.accounts.findOrCreateCode(this.database.manager, accountId, wanted);
        if (code === null) throw accountErased();
        return code;
      } catch (error) {
        if (attempt === TRIES || !isCodeTaken(error)) throw error;
      }
    }
  }
}

function isCodeTaken(error: unknown): boolean {
  return (
    error instanceof QueryFailedError && (error.driverError as { constraint?: string }).constraint === 'accounts_code'
  );
}
