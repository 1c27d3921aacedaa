import { Module } from '@nestjs/common';
import { SourceOutcomes } from './source-outcomes.js';
import { TranscriptLibrary } from './transcript-library.js';
import { TranscriptsRepository } from './transcripts.repository.js';

@Module({
  providers: [TranscriptsRepository, SourceOutcomes, TranscriptLibrary],
  exports: [TranscriptLibrary, SourceOutcomes],
})
export class TranscriptsModule {}
