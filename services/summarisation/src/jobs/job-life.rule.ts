/**
 * A job ends: completed, or failed by what a waiting caller would be refused with; what may pass is tried again, later and later, until the job
 * is 15 minutes old (SUM-13). It is forgotten 6 days after its end, so that none is left of an account when that is erased (DATA-13).
 */

import { backoffMs } from '@precis/runtime/backoff';
import { DomainError } from '@precis/runtime/domain-error';

export const JOB_LIFE_MS = 15 * 60_000;
export const JOB_KEPT_MS = 6 * 24 * 3_600_000;
/** A job that ends its process each time would else do so for a quarter of an hour. */
export const MAX_TRIES = 10;
const BACKOFF = { firstMs: 2_000, factor: 2, capMs: 120_000 };

/** Why there is no summary: a code for programs and a sentence for anyone. */
export interface Failure {
  code: string;
  message: string;
}

export const EXPIRED: Failure = {
  code: 'job_expired',
  message: 'The video could not be summarised within 15 minutes. Nothing was charged.',
};
const CRASHED: Failure = {
  code: 'summary_failed',
  message: 'Something went wrong on our side. Nothing was charged.',
};

/** How a job goes on after a try that failed. */
export type NextStep = { kind: 'again'; inMs: number } | ({ kind: 'failed' } & Failure);

/** Whether it is too old, or was begun too often, to be begun once more. `tries`: those begun before. */
export function isOver({ createdAt, tries }: { createdAt: Date; tries: number }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= JOB_LIFE_MS || tries >= MAX_TRIES;
}

/** `tries`: this one included. `random` is in [0, 1). */
export function afterFailure(error: unknown, tries: number, random: number): NextStep {
  const refusal = error instanceof DomainError ? error : undefined;
  const mayPass = refusal === undefined || refusal.kind === 'unavailable' || refusal.kind === 'exhausted';
  const failure = refusal ? { code: refusal.code, message: refusal.publicMessage } : CRASHED;
  if (!mayPass || tries >= MAX_TRIES) return { kind: 'failed', ...failure };
  return {
    kind: 'again',
    inMs: Math.max(backoffMs(BACKOFF, tries, random), (refusal?.retryAfterSeconds ?? 0) * 1_000),
  };
}
