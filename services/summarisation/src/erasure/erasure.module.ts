import { Module } from '@nestjs/common';
import { ForgetAccount } from './forget-account.usecase.js';
import { OwnedRowsRepository } from './owned-rows.repository.js';
import { OwnersConsumer } from './owners.consumer.js';

/** Deletes what belongs to one account alone. */
@Module({ controllers: [OwnersConsumer], providers: [OwnedRowsRepository, ForgetAccount] })
export class ErasureModule {}
