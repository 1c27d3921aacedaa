import { Inject, Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import {
  type CallFacts,
  Mode,
  type Operation,
  type Outcome,
  OutcomeKind,
  type Subject,
} from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import type { LimitState } from '../http/http-problem.js';
import { LargeBodies } from '../http/large-bodies.js';
import { SUMMARISATION, SUMMARISATION_LONG, type SummarisationRpc } from '../rpc-clients.js';
import type { ReadyBody } from '../youtube/ready-body.js';
import { callFactsOf, type MeteredRequest, noteOutcome, quotaOf, subjectOf } from './call-facts.js';
import { HolderLease } from './holder-lease.js';
import { PendingReleases } from './pending-releases.js';
import { refusalOf } from './run-metered-call.errors.js';
import { type Found, StoredSummaries, type StoredSummary } from './stored-summaries.js';
import { UsageOperations } from './usage-operations.client.js';

/** Whoever stays with a call while it runs, as a stream does. */
export interface Follower {
  /** Aborted when nobody waits any more: what is not charged by then never is. */
  left: AbortSignal;
  /** The unit is reserved and the work begins. Not called for what needs none. */
  begun(quota: LimitState): void;
}

/** What a delivery cost, and the quota after it. */
interface Delivery {
  quota: LimitState;
  /** The Idempotency-Key had its answer already; this is it, at no cost. */
  replayed: boolean;
  /** What this call was charged as; absent when it cost nothing. */
  charge?: { accountId: string; callId: string; attempt: number };
}

/** A delivered result. */
export type MeteredAnswer = Delivery & { result: Result };
/** A delivered result that was stored, in the asked form. */
export type ReadyAnswer = Delivery & { ready: ReadyBody };
/** A follower sends the result in parts, so it gets the result itself. */
type AnswerTo<F> = F extends Follower ? MeteredAnswer : MeteredAnswer | ReadyAnswer;

interface Call {
  accountId: string;
  callId: string;
  /** With an Idempotency-Key. */
  keyed: boolean;
  facts: CallFacts;
}

type OneOperation = NonNullable<Operation['operation']>;

const WORK_DEADLINE_MS = 58_000;
/** Releases a call whatever attempt it is at: the answer that names the attempt was lost. */
const ATTEMPT_UNKNOWN = 0;

/**
 * Reserve before the work, charge on success, release on failure; the answer leaves only after the charge (QUOTA-3). Killed at any
 * line, the reservation lapses with this process' lease, and a repeat with the same Idempotency-Key gets what was charged (QUOTA-11).
 */
@Injectable()
export class RunMeteredCall {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    private readonly usage: UsageOperations,
    private readonly lease: HolderLease,
    private readonly releases: PendingReleases,
    @Inject(SUMMARISATION_LONG) private readonly summarisationLong: SummarisationRpc,
    private readonly largeBodies: LargeBodies,
    private readonly stored: StoredSummaries,
  ) {}

  execute<F extends Follower | undefined = undefined>(request: MeteredRequest, follower?: F): Promise<AnswerTo<F>> {
    const { accountId, largeBody } = request;
    const run = () => this.run(request, follower) as Promise<AnswerTo<F>>;
    if (!largeBody) return run();
    return this.largeBodies.carry(accountId, largeBody, ({ charge }: Delivery) => charge !== undefined, run);
  }

  private async run(request: MeteredRequest, follower?: Follower): Promise<MeteredAnswer | ReadyAnswer> {
    const found = await this.find(request, follower !== undefined);
    if (found.invalidCode !== '') throw new DomainError('invalid', 'invalid_url', 'Please enter a valid YouTube URL');
    this.releases.requireRoom();
    this.usage.requireRoom();
    follower?.left.throwIfAborted();
    const { stored } = found;
    const answer = await (stored ? this.deliverStored(request, stored) : this.work(request, found.videoId, follower));
    const { engine } = 'result' in answer ? answer.result : stored!;
    Object.assign(request.note ?? {}, { engine, cached: stored !== undefined, replayed: answer.replayed });
    return answer;
  }

  /** With a transcript the URL, if there is one, is only judged: what is stored for it is of another transcript. */
  private async find(request: MeteredRequest, isFollowed: boolean): Promise<Found> {
    const { url, transcript } = request;
    if (transcript) return url === '' ? { invalidCode: '', videoId: '' } : this.stored.judge(request);
    return isFollowed ? this.stored.ask(request) : this.stored.find(request);
  }

  /** A stored result needs no reservation: one operation decides and charges. */
  private async deliverStored(request: MeteredRequest, stored: StoredSummary): Promise<MeteredAnswer | ReadyAnswer> {
    const { resultRef, subject, content } = stored;
    const call = this.begin(request);
    const outcome = await this.decide(call, ATTEMPT_UNKNOWN, {
      $case: 'reserveAndCharge',
      value: { facts: call.facts, resultRef, subject },
    });
    noteOutcome(request, outcome);
    if (outcome.kind === OutcomeKind.OUTCOME_KIND_CHARGED)
      return { ...content, quota: quotaOf(outcome), replayed: false, charge: chargeOf(call, outcome) };
    return this.replay(outcome);
  }

  private async work(request: MeteredRequest, videoId: string, follower?: Follower): Promise<MeteredAnswer> {
    const call = this.begin(request);
    const reserved = await this.apply(call, ATTEMPT_UNKNOWN, {
      $case: 'reserve',
      value: { facts: call.facts, mode: Mode.MODE_SYNC },
    });
    noteOutcome(request, reserved);
    if (reserved.kind !== OutcomeKind.OUTCOME_KIND_GRANTED) return this.replay(reserved);
    const { attempt } = reserved;
    follower?.begun(quotaOf(reserved));
    const { result, subject } = await this.summarise(request, videoId, follower?.left).catch(async (error: unknown) => {
      // What cannot be given back now is given back later, without making the caller wait.
      await this.release(call, attempt).catch(() => undefined);
      throw error;
    });
    const outcome = await this.decide(call, attempt, {
      $case: 'charge',
      value: { attempt, resultRef: result.resultRef, subject },
    });
    if (outcome.kind !== OutcomeKind.OUTCOME_KIND_CHARGED) throw refusalOf(outcome);
    return { result, quota: quotaOf(outcome), replayed: false, charge: chargeOf(call, outcome) };
  }

  /** Throws also when the result cannot be reported to usage; then nothing is charged. */
  private async summarise(
    request: MeteredRequest,
    videoId: string,
    signal?: AbortSignal,
  ): Promise<{ result: Result; subject: Subject }> {
    const { accountId, parameters, transcript, largeBody } = request;
    // Waiting for a place uses up part of the time of the whole call.
    const waitedMs = largeBody ? Math.ceil(performance.now() - largeBody.begunMs) : 0;
    const rpc = largeBody ? this.summarisationLong : this.summarisation;
    const { result } = await rpc.summarise(
      { videoId, parameters, accountId, transcript },
      { deadlineMs: WORK_DEADLINE_MS - waitedMs, correlationId: request.requestId, signal },
    );
    signal?.throwIfAborted();
    const made = required(result);
    return { result: made, subject: subjectOf(made) };
  }

  private begin(request: MeteredRequest): Call {
    const { accountId, idempotencyKey } = request;
    const facts = callFactsOf(request, { holder: this.lease.holder });
    const callId = randomUUID();
    Object.assign(request.note ?? {}, { callId });
    return { accountId, callId, keyed: idempotencyKey !== undefined, facts };
  }

  /** A charge whose answer was lost is resolved by asking for its release, which answers which of the two had won. */
  private decide(call: Call, attempt: number, operation: OneOperation): Promise<Outcome> {
    const { accountId, callId } = call;
    return this.usage.apply({ accountId, callId, operation }).catch(() => this.release(call, attempt));
  }

  private release(call: Call, attempt: number): Promise<Outcome> {
    return this.apply(call, attempt, { $case: 'release', value: { attempt } });
  }

  /** When usage does not answer, PendingReleases releases the attempt later. */
  private async apply({ accountId, callId, keyed }: Call, attempt: number, operation: OneOperation): Promise<Outcome> {
    try {
      return await this.usage.apply({ accountId, callId, operation });
    } catch (error) {
      this.releases.add({ accountId, callId, attempt, keyed });
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

function chargeOf({ accountId, callId }: Call, { attempt }: Outcome): Delivery['charge'] {
  return { accountId, callId, attempt };
}
