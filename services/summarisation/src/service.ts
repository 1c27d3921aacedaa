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
  /** Absent: the extractive one in threads of its own; it needs no key and no network. This one runs on the event loop. */
  engine?: SummaryEngine;
}

/** A copy that lives for less than an hour does its part as well. */
const FORGET_EVERY_MS = 600_000;
/** Far within the lease of a job in hand, which it prolongs. */
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
