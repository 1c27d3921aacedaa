import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { HttpErrors } from '../http/http-problem.js';
import { OpenStreams } from './open-streams.js';
import { StreamSummary } from './stream-summary.usecase.js';
import { SummariesController } from './summaries.controller.js';
import { YoutubeController } from './youtube.controller.js';

@Module({
  imports: [AdmissionModule],
  controllers: [YoutubeController, SummariesController],
  providers: [StreamSummary, OpenStreams, HttpErrors],
})
export class YoutubeModule {}
