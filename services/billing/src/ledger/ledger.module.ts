import { Module } from '@nestjs/common';
import { Ledger } from './ledger.provider.js';
import { LedgerRepository } from './ledger.repository.js';

@Module({ providers: [LedgerRepository, Ledger], exports: [LedgerRepository, Ledger] })
export class LedgerModule {}
