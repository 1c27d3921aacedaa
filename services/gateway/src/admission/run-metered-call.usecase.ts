import { Inject, Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import {
  type CallFacts,
  type Charge,
  Mode,
  type Operation,
  type Outcome,
  OutcomeKind,
  type Subject,
} from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { ownResultRef } from '@precis/runtime/own-result-ref';
import { randomUUIDv7 } from 'node:crypto';
import type { LimitState } from '../http/http-problem.js';
import { LargeBodies } from '../http/large-bodies.js';
import { required } from '../rpc-answers.js';
import {
  OPERATIONS,
  SUMMARISATION,
  SUMMARISATION_LONG,
  type SummarisationRpc,
  type UsageOperations,
} from '../rpc-clients.js';
import type { ReadyBody } from '../youtube/ready-body.js';
import { ATTEMPT_UNKNOWN, callFactsOf, type MeteredRequest, noteOutcome, quotaOf, subjectOf } from './call-facts.js';
import { HolderLease } from './holder-lease.js';
import { PendingReleases } from './pending-releases.js';
import { requireVideo } from './require-video.js';
import { refusalOf } from './run-metered-call.errors.js';
import { type Found, StoredSummaries, type StoredSummary } from './stored-summaries.js';

/** A client that stays connected while its call runs, as a stream does. */
export interface Follower {
  /** Aborted when the client has left. A call whose charge was not sent by then is never charged; the stream refunds a charge that was sent before. */
  left: AbortSignal;
  /** Called when the unit is reserved and the work begins. Not called for an answer that needs no work. */
  begun(quota: LimitState): void;
}

/** What a delivery cost, and the quota after it. */
interface Delivery {
  quota: LimitState;
  /** True when the Idempotency-Key already had its answer, which is delivered again at no cost. */
  replayed: boolean;
  /** The charge of this call; absent when it cost nothing. */
  charge?: { accountId: string; callId: string; attempt: number };
}

/** A delivered result. */
export type MeteredAnswer = Delivery & { result: Result };
/** A delivered result that was stored, in the requested form. */
export type ReadyAnswer = Delivery & { ready: ReadyBody };
/** A follower sends the result in parts, so it needs the result itself. */
type AnswerTo<F> = F extends Follower ? MeteredAnswer : MeteredAnswer | ReadyAnswer;

interface Call {
  accountId: string;
  callId: string;
  /** Whether the call has an Idempotency-Key. */
  keyed: boolean;
  /** Why a charge without an answer is refunded even when the call has a key; absent when it stays. */
  refund?: string;
  facts: CallFacts;
  /** The charge of a result that only this call can name: a summary of a supplied transcript. */
  own?: Charge;
}

type OneOperation = NonNullable<Operation['operation']>;

const NO_RESULT = 'summarisation answered without a result';
/** From the beginning of the call to the end of its work. The charge follows. */
const WORK_DEADLINE_MS = 58_000;

/**
 * Reserves before the work, charges on success and releases on failure; the answer is sent only after the charge (QUOTA-3). If the process is
 * killed at any point, the reservation expires with its lease, and a repeat with the same Idempotency-Key gets what was charged (QUOTA-11).
 */
@Injectable()
export class RunMeteredCall {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(OPERATIONS) private readonly usage: UsageOperations,
    private readonly lease: HolderLease,
    private readonly releases: PendingReleases,
    @Inject(SUMMARISATION_LONG) private readonly summarisationLong: SummarisationRpc,
    private readonly largeBodies: LargeBodies,
    private readonly stored: StoredSummaries,
  ) {}

  /**
   * Returns the result, what it cost and the quota after it. Throws `invalid_url`, the refusals of usage (refusalOf), what Summarise throws, 503 `busy`
   * or `usage_behind`, and the follower's reason when its client left before the charge was sent.
   */
  execute<F extends Follower | undefined = undefined>(request: MeteredRequest, follower?: F): Promise<AnswerTo<F>> {
    const { accountId, largeBody } = request;
    const run = () => this.run(request, follower) as Promise<AnswerTo<F>>;
    if (!largeBody) return run();
    return this.largeBodies.carry(accountId, largeBody, ({ charge }: Delivery) => charge !== undefined, run);
  }

  private async run(request: MeteredRequest, follower?: Follower): Promise<MeteredAnswer | ReadyAnswer> {
    // A large body waits for a place before its call begins.
    const begunMs = request.largeBody?.begunMs ?? performance.now();
    const found = await this.find(request, follower !== undefined);
    requireVideo(found.invalidCode);
    this.releases.requireRoom();
    this.usage.requireRoom();
    follower?.left.throwIfAborted();
    const { stored } = found;
    const answer = await (stored
      ? this.deliverStored(request, stored, follower)
      : this.work(request, found.videoId, begunMs, follower));
    const { engine } = 'result' in answer ? answer.result : stored!;
    const { replayed, charge } = answer;
    Object.assign(request.note ?? {}, {
      engine,
      cached: stored !== undefined,
      replayed,
      tookUnit: charge !== undefined,
    });
    return answer;
  }

  /** With a transcript, the URL, if any, is only validated: stored results for it belong to another transcript. */
  private find(request: MeteredRequest, isFollowed: boolean): Found | Promise<Found> {
    const { url, transcript } = request;
    if (transcript) return url === '' ? { invalidCode: '', videoId: '' } : this.stored.validateUrl(request);
    return isFollowed ? this.stored.ask(request) : this.stored.find(request);
  }

  /** A stored result needs no reservation: one operation decides and charges. */
  private async deliverStored(
    request: MeteredRequest,
    stored: StoredSummary,
    follower?: Follower,
  ): Promise<MeteredAnswer | ReadyAnswer> {
    const { resultRef, subject, content } = stored;
    const call = this.begin(request, follower);
    const outcome = await this.decide(call, ATTEMPT_UNKNOWN, {
      $case: 'reserveAndCharge',
      value: { facts: call.facts, resultRef, subject },
    });
    noteOutcome(request, outcome);
    if (outcome.kind === OutcomeKind.OUTCOME_KIND_CHARGED)
      return { ...content, quota: quotaOf(outcome), replayed: false, charge: chargeOf(call, outcome) };
    return this.replay(outcome);
  }

  private async work(
    request: MeteredRequest,
    videoId: string,
    begunMs: number,
    follower?: Follower,
  ): Promise<MeteredAnswer> {
    const call = this.begin(request, follower);
    const reserved = await this.apply(call, ATTEMPT_UNKNOWN, {
      $case: 'reserve',
      value: { facts: call.facts, mode: Mode.MODE_SYNC },
    });
    noteOutcome(request, reserved);
    if (reserved.kind !== OutcomeKind.OUTCOME_KIND_GRANTED) return this.replay(reserved);
    const { attempt } = reserved;
    follower?.begun(quotaOf(reserved));
    // A release that fails now is retried in the background, so that the caller does not wait.
    const giveUp = () => this.release(call, attempt).catch(() => undefined);
    const chosenRef = request.transcript && ownResultRef(call.callId, attempt);
    const signal = follower?.left;
    const { result, subject } = await this.summarise(request, videoId, begunMs, chosenRef, signal).catch(
      async (error: unknown) => {
        // The result may be stored although its answer was lost. Then only the chosen reference can have it deleted.
        if (chosenRef && !isRefusal(error)) call.own = { attempt, resultRef: chosenRef, subject: undefined };
        await giveUp();
        throw error;
      },
    );
    const charge = { attempt, resultRef: result.resultRef, subject };
    if (chosenRef) call.own = charge;
    if (follower?.left.aborted) {
      await giveUp();
      throw follower.left.reason;
    }
    const outcome = await this.decide(call, attempt, { $case: 'charge', value: charge });
    if (outcome.kind !== OutcomeKind.OUTCOME_KIND_CHARGED) throw refusalOf(outcome);
    return { result, quota: quotaOf(outcome), replayed: false, charge: chargeOf(call, outcome) };
  }

  /** Computes the summary and describes it for the charge. Throws when it cannot be described, so that nothing is charged. */
  private async summarise(
    request: MeteredRequest,
    videoId: string,
    begunMs: number,
    resultRef: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ result: Result; subject: Subject }> {
    const { accountId, parameters, transcript, largeBody } = request;
    const rpc = largeBody ? this.summarisationLong : this.summarisation;
    const { result } = await rpc.summarise(
      { videoId, parameters, accountId, transcript, resultRef },
      {
        deadlineMs: WORK_DEADLINE_MS - Math.ceil(performance.now() - begunMs),
        correlationId: request.requestId,
        signal,
      },
    );
    const made = required(result, NO_RESULT);
    return { result: made, subject: subjectOf(made) };
  }

  /** A stream that ends with an error costs nothing, also when it has a key (SUM-16). */
  private begin(request: MeteredRequest, follower?: Follower): Call {
    const { accountId, idempotencyKey } = request;
    const facts = callFactsOf(request, { holder: this.lease.holder });
    // Version 7 begins with the time: rows of the same moment are neighbours in usage's indexes, where random ids would change a page each.
    const callId = randomUUIDv7();
    Object.assign(request.note ?? {}, { callId });
    const refund = follower && 'the stream failed';
    return { accountId, callId, keyed: idempotencyKey !== undefined, refund, facts };
  }

  /** Resolves a charge whose answer was lost by asking for its release: the answer says which of the two came first. */
  private decide(call: Call, attempt: number, operation: OneOperation): Promise<Outcome> {
    const { accountId, callId } = call;
    return this.usage.ask({ accountId, callId, operation }).catch(() => this.release(call, attempt));
  }

  /** Releases the call. Then sends the charge of its own result, if any: it is too late to count, and usage has the result deleted (SUM-24). */
  private async release(call: Call, attempt: number): Promise<Outcome> {
    const outcome = await this.apply(call, attempt, { $case: 'release', value: { attempt } });
    // When usage does not answer this, PendingReleases sends both again; the caller's answer is decided already.
    if (call.own && outcome.kind === OutcomeKind.OUTCOME_KIND_RELEASED)
      await this.apply(call, attempt, { $case: 'charge', value: call.own }).catch(() => undefined);
    return outcome;
  }

  /** When usage does not answer, PendingReleases releases the attempt later. */
  private async apply(call: Call, attempt: number, operation: OneOperation): Promise<Outcome> {
    const { accountId, callId, keyed, refund, own } = call;
    try {
      return await this.usage.ask({ accountId, callId, operation });
    } catch (error) {
      this.releases.add({ accountId, callId, attempt, keyed, refund, own });
      throw error;
    }
  }

  /** Returns the same result at no cost when the same key and body were answered before. Throws for every other outcome. */
  private async replay(outcome: Outcome): Promise<MeteredAnswer> {
    if (outcome.kind !== OutcomeKind.OUTCOME_KIND_REPLAY) throw refusalOf(outcome);
    const { result } = await this.summarisation.getResult({ resultRef: outcome.resultRef }, { idempotent: true });
    return { result: required(result, NO_RESULT), quota: quotaOf(outcome), replayed: true };
  }
}

/** Whether summarisation decided that there is no result. After any other error it is unknown whether one was stored. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && error.kind !== 'unavailable';
}

function chargeOf({ accountId, callId }: Call, { attempt }: Outcome): Delivery['charge'] {
  return { accountId, callId, attempt };
}
