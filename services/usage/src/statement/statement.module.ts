import { Module } from '@nestjs/common';
import { CloseMonths } from './close-months.usecase.js';
import { ForgetOldLines } from './forget-old-lines.usecase.js';
import { GetStatement } from './get-statement.usecase.js';
import { StatementController } from './statement.controller.js';
import { StatementRepository } from './statement.repository.js';

@Module({
  controllers: [StatementController],
  providers: [StatementRepository, GetStatement, CloseMonths, ForgetOldLines],
})
export class StatementModule {}
