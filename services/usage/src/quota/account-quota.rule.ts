import type { CallSubject, MeteredCall } from './metered-call.rule.js';
import { limitAt, remainingOf, type Timetable } from './quota-limit.rule.js';
import { quotaMonthOf, resetAtSeconds } from './quota-month.rule.js';
import { type Threshold, thresholdReached } from './quota-threshold.rule.js';

/** Counters of one account's month. */
export interface MonthCounters {
  used: number;
  reserved: number;
}

/** The head of a month's statement, and the counter at that moment (STAT-1). */
export interface MonthChain {
  count: number;
  units: number;
  head: string | null;
  counted: number;
}

/** A unit that was charged or refunded, which is one line of the statement. */
export interface UnitMove {
  month: string;
  kind: 'charge' | 'refund';
  units: 1 | -1;
  /** When the call was accepted, so that the lines of a day match the activity; for a refund, the time of the refund. */
  at: Date;
  call: MeteredCall;
  /** The values at that time; a later attempt of the call has others. */
  callId: string;
  attempt: number;
}

/** A threshold of the current month that a charge reached, with the count and the limit at that charge. */
export interface ReachedThreshold {
  accountId: string;
  month: string;
  percent: Threshold;
  used: number;
  limit: number;
}

/**
 * The part of one account that a batch needs, read under the account's row lock: the calls that the batch names, the calls whose lease has lapsed, and
 * the counters of its months. All keys of an account share its counters (KEY-9). A unit counts in the month that was fixed when its call was reserved
 * (QUOTA-3, QUOTA-5). Calls change only through this class, so that the counters change with them.
 */
export class AccountQuota {
  readonly month: string;
  readonly limit: number;
  readonly resetAtSeconds: number;
  readonly changedCalls = new Set<MeteredCall>();
  readonly changedMonths = new Set<string>();
  /** Reached thresholds, in order (QUOTA-20). */
  readonly reached: ReachedThreshold[] = [];
  /** Charged results that may no longer be read, and results that arrived too late to be charged (SUM-24). */
  readonly hidden: string[] = [];
  /** Attempts of gateways that count as dead. Each may have left a result of a supplied transcript; usage does not know whether it did (SUM-24). */
  readonly abandoned: { callId: string; attempt: number }[] = [];
  /** Moves of units, in order. A unit moves exactly when a call becomes charged, or stops being charged. */
  readonly moves: UnitMove[] = [];
  private readonly byCallId = new Map<string, MeteredCall>();
  private readonly byIdemHash = new Map<string, MeteredCall>();

  constructor(
    readonly accountId: string,
    timetable: Timetable,
    readonly months: Map<string, MonthCounters>,
    calls: MeteredCall[],
    readonly now: Date,
    /** The account of every known call id that the batch names, shared by all accounts of the batch. */
    private readonly owners = new Map<string, string>(),
    readonly chains = new Map<string, MonthChain>(),
  ) {
    this.month = quotaMonthOf(now);
    this.limit = limitAt(timetable, now);
    this.resetAtSeconds = resetAtSeconds(now);
    calls.forEach((call) => this.remember(call));
  }

  get used(): number {
    return this.counters(this.month).used;
  }

  get reserved(): number {
    return this.counters(this.month).reserved;
  }

  get remaining(): number {
    return remainingOf(this.limit, this.used);
  }

  callOf(callId: string): MeteredCall | undefined {
    return this.byCallId.get(callId);
  }

  callOfKey(idemHash: string | null): MeteredCall | undefined {
    return idemHash === null ? undefined : this.byIdemHash.get(idemHash);
  }

  /** A call id belongs to the account that used it first. */
  isForeign(callId: string): boolean {
    return (this.owners.get(callId) ?? this.accountId) !== this.accountId;
  }

  /** Reservations of processes that stopped renewing their lease give their units back before a call is refused (QUOTA-10). */
  sweepLapsed(): void {
    for (const call of this.byCallId.values()) {
      if (call.lapsed && call.state === 'reserved') this.releaseAbandoned(call);
    }
  }

  /** Releases a reservation that lapsed or whose gateway no longer runs. Notes a gateway's attempt in `abandoned`, but not that of a job. */
  releaseAbandoned(call: MeteredCall): void {
    if (call.mode === 'sync') this.abandoned.push({ callId: call.callId, attempt: call.attempt });
    this.change(call, () => call.release());
  }

  /** Adds a new call. Every later step must go through `change`. */
  add(call: MeteredCall): void {
    this.remember(call);
    this.count(call, +1);
    this.changedCalls.add(call);
  }

  /** Applies a transition and moves the counters from the call's old month and state to the new ones. */
  change(call: MeteredCall, transition: () => void): void {
    const wasCharged = call.state === 'charged';
    const readable = wasCharged ? call.resultRef : null;
    this.count(call, -1);
    this.byCallId.delete(call.callId);
    transition();
    if (wasCharged !== (call.state === 'charged')) this.noteMove(call);
    if (readable !== null && (call.state !== 'charged' || call.resultRef !== readable)) this.hidden.push(readable);
    this.remember(call);
    this.count(call, +1);
    this.changedCalls.add(call);
  }

  /** Charges a call. A call of an earlier month counts in that month and not in the current one. */
  charge(call: MeteredCall, resultRef: string, subject: CallSubject | null): void {
    this.change(call, () => call.charge(resultRef, subject));
    if (call.month !== this.month) return;
    const { accountId, month, used, limit } = this;
    const percent = thresholdReached(limit, used);
    if (percent) this.reached.push({ accountId, month, percent, used, limit });
  }

  /** Notes that a repeat of its Idempotency-Key gets the result of this call. Only the first repeat writes the row. */
  replay(call: MeteredCall): void {
    if (call.isReplayed) return;
    call.replay();
    this.changedCalls.add(call);
  }

  /** Frees the key of this call for a new call. */
  forgetKey(call: MeteredCall): void {
    this.byIdemHash.delete(call.facts.idemHash!);
    call.forgetKey();
    this.changedCalls.add(call);
  }

  private noteMove(call: MeteredCall): void {
    const { month, callId, attempt } = call;
    const isCharge = call.state === 'charged';
    this.moves.push({
      month,
      kind: isCharge ? 'charge' : 'refund',
      units: isCharge ? 1 : -1,
      at: isCharge ? call.reservedAt : this.now,
      call,
      callId,
      attempt,
    });
  }

  private remember(call: MeteredCall): void {
    this.owners.set(call.callId, this.accountId);
    this.byCallId.set(call.callId, call);
    if (call.facts.idemHash !== null) this.byIdemHash.set(call.facts.idemHash, call);
  }

  private count(call: MeteredCall, by: 1 | -1): void {
    if (call.state !== 'charged' && call.state !== 'reserved') return;
    const counters = this.counters(call.month);
    counters[call.state === 'charged' ? 'used' : 'reserved'] += by;
    this.changedMonths.add(call.month);
  }

  private counters(month: string): MonthCounters {
    const existing = this.months.get(month);
    if (existing) return existing;
    const fresh = { used: 0, reserved: 0 };
    this.months.set(month, fresh);
    return fresh;
  }
}
