import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module.js';
import { CreateJob } from './create-job.usecase.js';
import { GetJob } from './get-job.usecase.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { RunDueJobs } from './run-due-jobs.usecase.js';
import { RunJob } from './run-job.usecase.js';

@Module({
  imports: [ResultsModule],
  controllers: [JobsController],
  providers: [JobsRepository, CreateJob, GetJob, RunJob, RunDueJobs],
})
export class JobsModule {}
