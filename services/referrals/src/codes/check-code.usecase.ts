import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { codeTyped } from './referral-code.rule.js';

/** No code has this form, so it is never found. */
const NOBODYS = '';

/** Whether a code exists (REF-10). Always one look-up, so that the time of an answer reveals nothing. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly database: DataSource,
    private readonly accounts: AccountsRepository,
  ) {}

  async execute(typed: string): Promise<boolean> {
    return (await this.accounts.ownerOf(this.database.manager, codeTyped(typed) ?? NOBODYS)) !== null;
  }
}
