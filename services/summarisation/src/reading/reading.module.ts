import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module.js';
import { TranscriptsModule } from '../transcripts/transcripts.module.js';
import { EstimateSummary } from './estimate-summary.usecase.js';
import { ReadTranscript } from './read-transcript.usecase.js';
import { ReadingController } from './reading.controller.js';
import { TranscriptReadsRepository } from './transcript-reads.repository.js';

/** Reads of a video without a summary: its transcript, and an estimate of what a summary would cost. */
@Module({
  imports: [TranscriptsModule, ResultsModule],
  controllers: [ReadingController],
  providers: [TranscriptReadsRepository, ReadTranscript, EstimateSummary],
})
export class ReadingModule {}
