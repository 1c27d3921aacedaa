import type { Service } from '@precis/events/start-service';
import { BatchServiceService } from '@precis/proto/batch/v1/batch';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { BatchRunner } from './batches/batch-runner.js';
import { ForgetBatches } from './batches/forget-batches.usecase.js';
import { processSchema, type UsageConfig } from './config.js';
import { openDatabase } from './database.js';
import { ClearErasedAccounts } from './erasure/clear-erased-accounts.usecase.js';
import { ConfirmTimetables } from './timetables/confirm-timetables.usecase.js';
import { ForgetOldCalls } from './quota/forget-old-calls.usecase.js';
import { ForgetReleasedCalls } from './quota/forget-released-calls.usecase.js';
import { SweepLapsedReservations } from './quota/sweep-lapsed-reservations.usecase.js';
import { ForgetOldRequests } from './requests/forget-old-requests.usecase.js';
import { CloseMonths } from './statement/close-months.usecase.js';
import { ForgetOldLines } from './statement/forget-old-lines.usecase.js';
import { ForgetUnreadable } from './summaries/forget-unreadable.usecase.js';
import { UsageModule } from './usage.module.js';

/** Far shorter than the 5 minutes after which the audit reports a reservation as stuck (packages/audit/src/final-states.ts). */
const SWEEP_EVERY_MS = 20_000;
/** How soon a timetable that came by an event is confirmed after billing answers again. */
const CONFIRM_EVERY_MS = 20_000;
const FORGET_EVERY_MS = 60_000;
const CLEAR_EVERY_MS = 20_000;
const CLOSE_EVERY_MS = 60_000;
/** Besides new batches, a timer begins items, because nothing else wakes the runner when an account's items end and a waiting one may begin. */
const BATCHES_EVERY_MS = 1_000;

export const usage: Service<UsageConfig> = {
  name: 'usage',
  processSchema,
  openDatabase,
  module: UsageModule.with,
  rpc: { 'usage.v1': UsageServiceService, 'batch.v1': BatchServiceService },
  publishes: true,
  consumes: true,
  everyMs: [
    [SWEEP_EVERY_MS, SweepLapsedReservations],
    [CONFIRM_EVERY_MS, ConfirmTimetables],
    [FORGET_EVERY_MS, ForgetReleasedCalls],
    [FORGET_EVERY_MS, ForgetOldCalls],
    [FORGET_EVERY_MS, ForgetUnreadable],
    [FORGET_EVERY_MS, ForgetOldRequests],
    [FORGET_EVERY_MS, ForgetOldLines],
    [BATCHES_EVERY_MS, BatchRunner],
    [FORGET_EVERY_MS, ForgetBatches],
    [CLEAR_EVERY_MS, ClearErasedAccounts],
    [CLOSE_EVERY_MS, CloseMonths],
  ],
};
