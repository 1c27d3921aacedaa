import { Inject, Injectable } from '@nestjs/common';
import type { Job, Result } from '@precis/proto/summarisation/v1/summarisation';
import { Mode, type Outcome, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUIDv7 } from 'node:crypto';
import { ATTEMPT_UNKNOWN, callFactsOf, type MeteredRequest, noteOutcome, quotaOf } from '../admission/call-facts.js';
import { PendingReleases } from '../admission/pending-releases.js';
import { requireVideo } from '../admission/require-video.js';
import { refusalOf } from '../admission/run-metered-call.errors.js';
import type { MeteredAnswer } from '../admission/run-metered-call.usecase.js';
import type { LimitState } from '../http/http-problem.js';
import { required } from '../rpc-answers.js';
import { OPERATIONS, SUMMARISATION, type SummarisationRpc, type UsageOperations } from '../rpc-clients.js';
import { wasLeft } from './left-job.rule.js';

/** A job, which is new or belongs to an earlier call with the same Idempotency-Key, and the quota after it. */
export interface StartedJob {
  job: Job;
  quota: LimitState;
  replayed: boolean;
}

const NO_JOB = 'summarisation answered without a job';
const DEADLINE_MS = 3_000;

/**
 * Accepts a summary that is made in the background (SUM-13). Its unit is reserved first; the event of the job's end charges it or gives it back.
 *
 * If the process is killed before the job is accepted, a repeat of its Idempotency-Key gives the unit back after half a minute and starts over.
 * Without a key, usage gives it back after an hour (QUOTA-10). When it is unknown whether the job was accepted, the unit is given back at once: a
 * job without a reservation is never charged or shown. A job that was charged before that is answered after all.
 */
@Injectable()
export class StartJob {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(OPERATIONS) private readonly usage: UsageOperations,
    private readonly releases: PendingReleases,
  ) {}

  /**
   * Returns the summary itself when the job of the same key is no longer stored: charged answers can be replayed for longer than jobs are kept
   * (QUOTA-13).
   */
  async execute(request: MeteredRequest): Promise<StartedJob | MeteredAnswer> {
    const videoId = await this.videoOf(request);
    let reserved = await this.reserve(request);
    let earlier = await this.earlierJob(request, reserved);
    const { kind, reservedForMs } = reserved;
    if (kind === OutcomeKind.OUTCOME_KIND_BUSY && wasLeft({ reservedForMs, isAccepted: earlier !== undefined })) {
      // If the first gateway recovers, its job has another call id, and is neither charged nor shown.
      await this.release(request, reserved);
      reserved = await this.reserve(request);
      earlier = await this.earlierJob(request, reserved);
    }
    if (earlier) Object.assign(request.note ?? {}, { callId: earlier.jobId });
    if (earlier) return { job: earlier, quota: quotaOf(reserved), replayed: true };
    if (reserved.kind === OutcomeKind.OUTCOME_KIND_REPLAY)
      return { result: await this.resultOf(reserved), quota: quotaOf(reserved), replayed: true };
    if (reserved.kind !== OutcomeKind.OUTCOME_KIND_GRANTED) throw refusalOf(reserved);
    const job = await this.create(request, videoId, reserved);
    Object.assign(request.note ?? {}, { tookUnit: true });
    return { job, quota: quotaOf(reserved), replayed: false };
  }

  private async reserve(request: MeteredRequest): Promise<Outcome> {
    this.releases.requireRoom();
    const { accountId } = request;
    const callId = randomUUIDv7();
    Object.assign(request.note ?? {}, { callId });
    const facts = callFactsOf(request, 'job');
    const reserved = await this.usage
      .ask({ accountId, callId, operation: { $case: 'reserve', value: { facts, mode: Mode.MODE_JOB } } })
      .catch((error: unknown) => {
        this.releases.add({ accountId, callId, attempt: ATTEMPT_UNKNOWN, keyed: request.idempotencyKey !== undefined });
        throw error;
      });
    noteOutcome(request, reserved);
    return reserved;
  }

  private release({ accountId }: MeteredRequest, { callId, attempt }: Outcome): Promise<Outcome> {
    return this.usage.ask({ accountId, callId, operation: { $case: 'release', value: { attempt } } });
  }

  private async videoOf({ url, parameters, requestId }: MeteredRequest): Promise<string> {
    const { invalidCode, videoId } = await this.summarisation.resolve(
      { url, parameters, urlOnly: true },
      { deadlineMs: DEADLINE_MS, idempotent: true, correlationId: requestId },
    );
    requireVideo(invalidCode);
    return videoId;
  }

  private async create(request: MeteredRequest, videoId: string, reserved: Outcome): Promise<Job> {
    const { callId, attempt } = reserved;
    const { accountId, parameters, requestId, idempotencyKey } = request;
    try {
      const { job } = await this.summarisation.createJob(
        { accountId, callId, attempt, videoId, parameters },
        { deadlineMs: DEADLINE_MS, idempotent: true, correlationId: requestId },
      );
      return required(job, NO_JOB);
    } catch (error) {
      const left = await this.release(request, reserved).catch(() => undefined);
      const isCharged = left?.kind === OutcomeKind.OUTCOME_KIND_CHARGED;
      // Only the answer was lost: the job was accepted, and has ended already.
      const job = isCharged && (await this.jobOf(accountId, callId).catch(() => undefined));
      if (job) return job;
      // Without a key no repeat gets a job whose call is charged, so its charge is refunded (QUOTA-2).
      if (isCharged || !left) this.releases.add({ accountId, callId, attempt, keyed: idempotencyKey !== undefined });
      throw error;
    }
  }

  private async resultOf({ resultRef }: Outcome): Promise<Result> {
    const { result } = await this.summarisation.getResult({ resultRef }, { idempotent: true });
    return required(result, 'summarisation answered without a result');
  }

  /**
   * Finds the running or charged job of the same key and body. Undefined before a job is accepted, after it is no longer stored, and when there was
   * none.
   */
  private async earlierJob({ accountId }: MeteredRequest, { kind, callId }: Outcome): Promise<Job | undefined> {
    if (kind !== OutcomeKind.OUTCOME_KIND_BUSY && kind !== OutcomeKind.OUTCOME_KIND_REPLAY) return undefined;
    return this.jobOf(accountId, callId).catch((error: unknown) => {
      if (isUnknown(error)) return undefined;
      throw error;
    });
  }

  private async jobOf(accountId: string, jobId: string): Promise<Job> {
    const { job } = await this.summarisation.getJob({ accountId, jobId }, { idempotent: true });
    return required(job, NO_JOB);
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'job_not_found';
}
