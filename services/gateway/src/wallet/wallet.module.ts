import { Module } from '@nestjs/common';
import { WalletBalances } from './wallet-balances.js';
import { WalletController } from './wallet.controller.js';

@Module({ controllers: [WalletController], providers: [WalletBalances], exports: [WalletBalances] })
export class WalletModule {}
