import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { HttpErrors } from '../http/http-problem.js';
import { BatchesController } from './batches.controller.js';
import { CancelJob } from './cancel-job.usecase.js';
import { JobsController } from './jobs.controller.js';
import { OpenStreams } from './open-streams.js';
import { ReadJob } from './read-job.usecase.js';
import { ReadingController } from './reading.controller.js';
import { StartBatch } from './start-batch.usecase.js';
import { StartJob } from './start-job.usecase.js';
import { StreamSummary } from './stream-summary.usecase.js';
import { SummariesController } from './summaries.controller.js';
import { YoutubeController } from './youtube.controller.js';

@Module({
  imports: [AdmissionModule],
  controllers: [YoutubeController, SummariesController, JobsController, ReadingController, BatchesController],
  providers: [StreamSummary, OpenStreams, StartJob, ReadJob, CancelJob, StartBatch, HttpErrors],
})
export class YoutubeModule {}
