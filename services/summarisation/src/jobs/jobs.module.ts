import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module.js';
import { CreateJob } from './create-job.usecase.js';
import { GetJob } from './get-job.usecase.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobRunner } from './job-runner.js';
import { RunJob } from './run-job.usecase.js';

@Module({
  imports: [ResultsModule],
  controllers: [JobsController],
  providers: [JobsRepository, CreateJob, GetJob, RunJob, JobRunner],
})
export class JobsModule {}
