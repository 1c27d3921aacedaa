import type { MeteredCall } from './metered-call.rule.js';
import { limitAt, remainingOf, type Timetable } from './quota-limit.rule.js';
import { quotaMonthOf, resetAtSeconds } from './quota-month.rule.js';

/** Counters of one account's month. */
export interface MonthCounters {
  used: number;
  reserved: number;
}

/**
 * What one batch needs to know of one account, read under the account's row lock. Calls change only through it, so that
 * the counters of their month move with them.
 */
export class AccountQuota {
  readonly month: string;
  readonly limit: number;
  readonly resetAtSeconds: number;
  readonly changedCalls = new Set<MeteredCall>();
  readonly changedMonths = new Set<string>();
  private readonly byCallId = new Map<string, MeteredCall>();
  private readonly byIdemHash = new Map<string, MeteredCall>();

  constructor(
    readonly accountId: string,
    timetable: Timetable,
    readonly months: Map<string, MonthCounters>,
    calls: MeteredCall[],
    readonly now: Date,
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

  /** Reservations of processes that stopped renewing their lease give their units back before anybody is refused. */
  sweepLapsed(): void {
    for (const call of this.byCallId.values()) {
      if (call.lapsed && call.state === 'reserved') this.change(call, () => call.release());
    }
  }

  /** Takes a new call in; `change` must see it afterwards for every further step. */
  add(call: MeteredCall): void {
    this.remember(call);
    this.count(call, +1);
    this.changedCalls.add(call);
  }

  /** Applies a transition and moves the counters from the call's old month and state to the new ones. */
  change(call: MeteredCall, transition: () => void): void {
    this.count(call, -1);
    this.byCallId.delete(call.callId);
    transition();
    this.remember(call);
    this.count(call, +1);
    this.changedCalls.add(call);
  }

  private remember(call: MeteredCall): void {
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
