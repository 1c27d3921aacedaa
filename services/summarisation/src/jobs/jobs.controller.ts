import type { Metadata } from '@grpc/grpc-js';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import {
  type CreateJobRequest,
  type CreateJobResponse,
  type GetJobRequest,
  type GetJobResponse,
  type Job as JobMessage,
  JobState,
} from '@precis/proto/summarisation/v1/summarisation';
import { Callers } from '@precis/runtime/callers.guard';
import { DomainError } from '@precis/runtime/domain-error';
import { requestedParameters } from '../results/requested-parameters.js';
import { isVideoId } from '../videos/video-url.rule.js';
import { CreateJob } from './create-job.usecase.js';
import { GetJob } from './get-job.usecase.js';
import type { Job } from './jobs.repository.js';

const SERVICE = 'SummarisationService';
const STATES = {
  queued: JobState.JOB_STATE_QUEUED,
  running: JobState.JOB_STATE_RUNNING,
  completed: JobState.JOB_STATE_COMPLETED,
  failed: JobState.JOB_STATE_FAILED,
};

/** gRPC of jobs, for the gateway, and for usage with the items of batches. The caller has already reserved the unit. */
@Controller()
export class JobsController {
  constructor(
    private readonly createJob: CreateJob,
    private readonly readJob: GetJob,
  ) {}

  @GrpcMethod(SERVICE, 'createJob')
  @Callers('gateway', 'usage')
  async create(request: CreateJobRequest, metadata: Metadata): Promise<CreateJobResponse> {
    const { accountId, callId, attempt, videoId } = request;
    if (!isVideoId(videoId)) throw new DomainError('invalid', 'invalid_url', 'This is not the id of a YouTube video.');
    const parameters = requestedParameters(request.parameters);
    const correlationId = String(metadata.get('x-correlation-id')[0] ?? callId);
    const job = await this.createJob.execute({ accountId, callId, attempt, videoId, parameters, correlationId });
    return { job: messageOf(job) };
  }

  @GrpcMethod(SERVICE, 'getJob')
  @Callers('gateway')
  async get({ accountId, jobId }: GetJobRequest): Promise<GetJobResponse> {
    return { job: messageOf(await this.readJob.execute(jobId, accountId)) };
  }
}

function messageOf(job: Job): JobMessage {
  return {
    jobId: job.callId,
    attempt: job.attempt,
    state: STATES[job.state],
    createdAtMs: job.createdAt.getTime(),
    finishedAtMs: job.finishedAt?.getTime() ?? 0,
    resultRef: job.resultRef ?? '',
    errorCode: job.errorCode ?? '',
    errorMessage: job.errorMessage ?? '',
  };
}
