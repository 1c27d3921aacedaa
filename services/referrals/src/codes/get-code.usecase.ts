import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, QueryFailedError } from 'typeorm';
import { accountErased } from '../accounts/accounts.errors.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CODE_BYTES, codeOfBytes } from './referral-code.rule.js';

/** Two of 2^50 codes are never alike in practice; a few tries end also a run of bad luck. */
const TRIES = 5;

/** The account's code, made at the first call and kept (REF-11). A repeat, also of a call whose answer was lost, answers the same. */
@Injectable()
export class GetCode {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
  ) {}

  async execute(accountId: string, random: (size: number) => Uint8Array = randomBytes): Promise<string> {
    // Asked with every look at the page: one that is there is read without a lock, which a verification under way would hold up.
    const kept = await this.accounts.codeKept(this.database.manager, accountId);
    if (kept !== null) return kept;
    for (let attempt = 1; ; attempt++) {
      try {
        const wanted = codeOfBytes(random(CODE_BYTES));
        const code = await this.accounts.codeOf(this.database.manager, accountId, wanted);
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
