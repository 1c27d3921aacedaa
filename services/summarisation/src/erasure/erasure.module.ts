import { Module } from '@nestjs/common';
import { ForgetAccount } from './forget-account.usecase.js';
import { OwnedRowsRepository } from './owned-rows.repository.js';
import { OwnersConsumer } from './owners.consumer.js';

/** What is one account's alone, and goes with it. */
@Module({ controllers: [OwnersConsumer], providers: [OwnedRowsRepository, ForgetAccount] })
export class ErasureModule {}
