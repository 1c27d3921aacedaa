import { Module } from '@nestjs/common';
import { ForgetAccount } from './forget-account.usecase.js';
import { OwnedRowsRepository } from './owned-rows.repository.js';
import { OwnersConsumer } from './owners.consumer.js';

/** Deletes the data that belongs to only one account. */
@Module({ controllers: [OwnersConsumer], providers: [OwnedRowsRepository, ForgetAccount] })
export class ErasureModule {}
