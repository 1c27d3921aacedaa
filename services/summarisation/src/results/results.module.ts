import { Module } from '@nestjs/common';
import { TranscriptsModule } from '../transcripts/transcripts.module.js';
import { ExpiredRowsRepository } from './expired-rows.repository.js';
import { ForgetExpired } from './forget-expired.usecase.js';
import { GetResult } from './get-result.usecase.js';
import { GetTicks } from './get-ticks.usecase.js';
import { ResultsRepository } from './results.repository.js';
import { StoredResults } from './stored-results.js';
import { SummariseSupplied } from './summarise-supplied.usecase.js';
import { SummariseVideo } from './summarise-video.usecase.js';
import { SummaryMaker } from './summary-maker.js';
import { VerifyResult } from './verify-result.usecase.js';

@Module({
  imports: [TranscriptsModule],
  providers: [
    ResultsRepository,
    StoredResults,
    ExpiredRowsRepository,
    SummaryMaker,
    SummariseVideo,
    SummariseSupplied,
    GetResult,
    GetTicks,
    VerifyResult,
    ForgetExpired,
  ],
  exports: [ResultsRepository, StoredResults, SummariseVideo, SummariseSupplied, GetResult, GetTicks, VerifyResult],
})
export class ResultsModule {}
