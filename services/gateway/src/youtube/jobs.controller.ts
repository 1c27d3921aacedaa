import { Controller, Delete, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { message } from '../auth/auth.schemas.js';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { CancelJob } from './cancel-job.usecase.js';
import { readJob, readJobView } from './jobs.schemas.js';
import { ReadJob } from './read-job.usecase.js';

const JOB_ID = pathId('job_not_found', 'There is no such job.');

/** Jobs: summaries requested with `Prefer: respond-async` (SUM-13). Reading one costs nothing beyond its own unit. */
@ApiTags('youtube')
@Controller('api/youtube/jobs')
export class JobsController {
  constructor(
    private readonly jobs: ReadJob,
    private readonly cancelJob: CancelJob,
  ) {}

  @Get(':id')
  @Operation({
    summary: 'A job, with its summary once that is completed',
    access: 'either',
    id: JOB_ID,
    api: 'public',
    ok: readJob,
    errors: [404],
  })
  async read(@Req() request: FastifyRequest, @Param('id') jobId: string) {
    return readJobView(await this.jobs.execute(principalOf(request).accountId, jobId));
  }

  @Delete(':id')
  @Operation({
    summary: 'Cancel a job that is not completed; it is not charged',
    access: 'either',
    id: JOB_ID,
    api: 'public',
    accountLimits: ['cancel'],
    ok: message,
    errors: [404, 409],
  })
  async cancel(@Req() request: FastifyRequest, @Param('id') jobId: string) {
    await this.cancelJob.execute(principalOf(request).accountId, jobId);
    return { success: true, message: 'The job is cancelled and not charged' };
  }
}
