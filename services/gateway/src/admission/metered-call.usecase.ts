import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { type Operation, type Outcome, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import type { LimitState } from '../http/http-problem.js';
import { HolderLease } from './holder-lease.js';
import { callFactsOf, type MeteredRequest } from './metered-request.js';
import { PendingReleases } from './pending-releases.js';
import { refusalOf } from './metered-call.errors.js';
import { UsageOperations } from './usage-operations.client.js';
import { type SummarisationRpc } from '../rpc-clients.js';

/** A delivered result, and the quota after it. */
export interface MeteredAnswer {
  result: Result;
  quota: LimitState;
  /** The Idempotency-Key had its answer already; this is it, at no cost. */
  replayed: boolean;
}

const RESOLVE_DEADLINE_MS = 3_000;
const WORK_DEADLINE_MS = 30_000;
/** Releases a call whatever attempt it is at: the answer that would have told was lost. */
const ATTEMPT_UNKNOWN = 0;

/**
 * Reserve before the work, charge on success, release on failure; the answer leaves only after the charge (decisions 16,
 * 17; design 3). Killed at any line, the reservation lapses with this process' lease, and a repeat with the same
 * Idempotency-Key finds what was charged.
 */
@Injectable()
export class MeteredCall {
  constructor(
    private readonly summarisation: SummarisationRpc,
    private readonly usage: UsageOperations,
    private readonly lease: HolderLease,
    private readonly releases: PendingReleases,
  ) {}

  async execute(request: MeteredRequest): Promise<MeteredAnswer> {
    const { url, parameters } = request;
    const resolved = await this.summarisation.resolve(
      { url, parameters },
      { deadlineMs: RESOLVE_DEADLINE_MS, idempotent: true, correlationId: request.requestId },
    );
    if (resolved.invalidCode !== '')
      throw new DomainError('invalid', resolved.invalidCode, 'Please enter a valid YouTube URL');
    this.releases.requireRoom();
    return resolved.stored ? this.deliverStored(request, resolved.stored) : this.work(request, resolved.videoId);
  }

  /** A stored result needs no reservation: one operation decides and charges. */
  private async deliverStored(request: MeteredRequest, stored: Result): Promise<MeteredAnswer> {
    const facts = callFactsOf(request, this.lease.holder);
    const callId = randomUUID();
    const { accountId } = request;
    const decide = () =>
      this.usage.apply({
        accountId,
        callId,
        operation: { $case: 'reserveAndCharge', value: { facts, resultRef: stored.resultRef } },
      });
    const outcome = await decide().catch(() => this.decideByRelease(request, callId, ATTEMPT_UNKNOWN));
    if (outcome.kind === OutcomeKind.OUTCOME_KIND_CHARGED)
      return { result: stored, quota: quotaOf(outcome), replayed: false };
    return this.replay(outcome);
  }

  private async work(request: MeteredRequest, videoId: string): Promise<MeteredAnswer> {
    const facts = callFactsOf(request, this.lease.holder);
    const callId = randomUUID();
    const reserved = await this.apply(request, callId, { $case: 'reserve', value: { facts, mode: 1 } });
    if (reserved.kind !== OutcomeKind.OUTCOME_KIND_GRANTED) return this.replay(reserved);
    const { attempt } = reserved;
    const result = await this.summarise(request, videoId).catch(async (error: unknown) => {
      await this.giveBack(request, callId, attempt);
      throw error;
    });
    return { result, quota: await this.charge(request, callId, attempt, result.resultRef), replayed: false };
  }

  private async summarise({ accountId, parameters, requestId }: MeteredRequest, videoId: string): Promise<Result> {
    const { result } = await this.summarisation.summarise(
      { videoId, parameters, accountId },
      { deadlineMs: WORK_DEADLINE_MS, correlationId: requestId },
    );
    return required(result);
  }

  private async charge(
    request: MeteredRequest,
    callId: string,
    attempt: number,
    resultRef: string,
  ): Promise<LimitState> {
    const { accountId } = request;
    const charge = () =>
      this.usage.apply({ accountId, callId, operation: { $case: 'charge', value: { attempt, resultRef } } });
    const outcome = await charge().catch(() => this.decideByRelease(request, callId, attempt));
    if (outcome.kind === OutcomeKind.OUTCOME_KIND_CHARGED) return quotaOf(outcome);
    throw refusalOf(outcome);
  }

  /** A charge whose answer was lost is resolved by asking for its release, which answers which of the two had won. */
  private async decideByRelease(request: MeteredRequest, callId: string, attempt: number): Promise<Outcome> {
    const { accountId } = request;
    try {
      return await this.usage.apply({ accountId, callId, operation: { $case: 'release', value: { attempt } } });
    } catch (error) {
      this.releases.add({ accountId, callId, attempt, keyed: request.idempotencyKey !== undefined });
      throw error;
    }
  }

  /** What cannot be given back now is given back later, without making the caller wait. */
  private async giveBack(request: MeteredRequest, callId: string, attempt: number): Promise<void> {
    const { accountId } = request;
    await this.usage
      .apply({ accountId, callId, operation: { $case: 'release', value: { attempt } } })
      .catch(() => this.releases.add({ accountId, callId, attempt, keyed: request.idempotencyKey !== undefined }));
  }

  private async apply(
    request: MeteredRequest,
    callId: string,
    operation: NonNullable<Operation['operation']>,
  ): Promise<Outcome> {
    const { accountId } = request;
    try {
      return await this.usage.apply({ accountId, callId, operation });
    } catch (error) {
      this.releases.add({ accountId, callId, attempt: ATTEMPT_UNKNOWN, keyed: request.idempotencyKey !== undefined });
      throw error;
    }
  }

  /** The same key and body were answered before: the same result, at no cost. Everything else is a refusal. */
  private async replay(outcome: Outcome): Promise<MeteredAnswer> {
    if (outcome.kind !== OutcomeKind.OUTCOME_KIND_REPLAY) throw refusalOf(outcome);
    const { result } = await this.summarisation.getResult({ resultRef: outcome.resultRef }, { idempotent: true });
    return { result: required(result), quota: quotaOf(outcome), replayed: true };
  }
}

/** In proto3 every message field may be absent; one that is breaks the agreement between the services. */
function required(result: Result | undefined): Result {
  if (!result) throw new Error('summarisation answered without a result');
  return result;
}

function quotaOf({ limit, remaining, resetAtSeconds }: Outcome): LimitState {
  return { limit, remaining, resetAtSeconds };
}
