import type { Service, ServiceDeps } from '@precis/events/start-service';
import { BatchServiceService } from '@precis/proto/batch/v1/batch';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { processSchema, type SummarisationConfig } from './config.js';
import { openDatabase } from './database.js';
import type { SummaryEngine } from './engines/summary-engine.js';
import { JobRunner } from './jobs/job-runner.js';
import { ForgetExpired } from './results/forget-expired.usecase.js';
import { SummarisationModule } from './summarisation.module.js';

export interface SummarisationDeps extends ServiceDeps {
  /** Default: the extractive engine in separate threads, which needs no key and no network. This one runs on the event loop. */
  engine?: SummaryEngine;
}

/** Short, so that a copy that lives for less than an hour still does its part. */
const FORGET_EVERY_MS = 600_000;
/** Far shorter than the lease of a job, which it renews. */
const JOBS_EVERY_MS = 1_000;

export const summarisation: Service<SummarisationConfig, SummarisationDeps> = {
  name: 'summarisation',
  processSchema,
  openDatabase,
  module: SummarisationModule.with,
  rpc: { 'summarisation.v1': SummarisationServiceService, 'batch.v1': BatchServiceService },
  publishes: true,
  consumes: true,
  everyMs: [
    [FORGET_EVERY_MS, ForgetExpired],
    [JOBS_EVERY_MS, JobRunner],
  ],
};
