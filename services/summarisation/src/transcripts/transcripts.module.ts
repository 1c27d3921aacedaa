import { Module } from '@nestjs/common';
import { TranscriptLibrary } from './transcript-library.js';
import { TranscriptsRepository } from './transcripts.repository.js';

@Module({ providers: [TranscriptsRepository, TranscriptLibrary], exports: [TranscriptLibrary] })
export class TranscriptsModule {}
