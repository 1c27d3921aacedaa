import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { codeTyped } from './referral-code.rule.js';

/** No code has this form, so nobody has it. */
const NOBODYS = '';

/** Whether somebody has this code (REF-10). One look-up whatever is asked, so that the time of an answer says nothing. */
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
