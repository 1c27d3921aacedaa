import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { readJob, readJobView } from './jobs.schemas.js';
import { ReadJob } from './read-job.usecase.js';

/** Summaries that were asked for with `Prefer: respond-async` (SUM-13). Reading one costs nothing beyond its own unit. */
@ApiTags('youtube')
@Controller('api/youtube/jobs')
export class JobsController {
  constructor(private readonly jobs: ReadJob) {}

  @Get(':id')
  @Operation({
    summary: 'A job, with its summary once that is completed',
    access: 'either',
    id: pathId('job_not_found', 'There is no such job.'),
    api: 'public',
    ok: readJob,
    errors: [404],
  })
  async read(@Req() request: FastifyRequest, @Param('id') jobId: string) {
    return readJobView(await this.jobs.execute(principalOf(request).accountId, jobId));
  }
}
