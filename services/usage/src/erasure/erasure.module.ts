import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module.js';
import { ClearErasedAccounts } from './clear-erased-accounts.usecase.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';
import { UserDeletedConsumer } from './user-deleted.consumer.js';

/** Removes the data of erased accounts. */
@Module({
  imports: [RequestsModule],
  controllers: [UserDeletedConsumer],
  providers: [ErasedAccountsRepository, ClearErasedAccounts],
})
export class ErasureModule {}
