import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module.js';
import { ClearErasedAccounts } from './clear-erased-accounts.usecase.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';
import { UserDeletedConsumer } from './user-deleted.consumer.js';

/** What usage forgets when an account is gone. */
@Module({
  imports: [RequestsModule],
  controllers: [UserDeletedConsumer],
  providers: [ErasedAccountsRepository, ClearErasedAccounts],
})
export class ErasureModule {}
