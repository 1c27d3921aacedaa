export type CallState = 'reserved' | 'charged' | 'released' | 'refunded';
/** sync: a gateway holds the reservation by its lease. job: the event of the job ends the call. */
export type CallMode = 'sync' | 'job';

/** The facts of a call; frozen for one attempt. Hashes are hex. */
export interface CallFacts {
  idemHash: string | null;
  bodyHash: string | null;
  client: string;
  endpoint: string;
  /** The gateway process whose lease keeps the reservation; null for a job. */
  holder: string | null;
}

/** The subject of a charged call's summary, frozen at the charge (SUM-12). */
export interface CallSubject {
  videoId: string;
  title: string;
  summaryType: string;
  /** Duration of the video in seconds; 0 = unknown. */
  durationSeconds: number;
}

/**
 * One metered unit: reserved -> charged | released, charged -> refunded. A repeat of its Idempotency-Key may reserve a released or refunded one
 * again, as the next attempt under the repeat's call id (QUOTA-1, QUOTA-3, QUOTA-21).
 */
export class MeteredCall {
  /** Row number; absent until the row is written. */
  id?: string;
  callId: string;
  accountId: string;
  month: string;
  attempt: number;
  state: CallState;
  mode: CallMode;
  facts: CallFacts;
  resultRef: string | null = null;
  /** Null before the charge, and for calls that were charged before subjects were kept. */
  subject: CallSubject | null = null;
  /** When its owner deleted the summary. */
  hiddenAt: Date | null = null;
  refundReason: string | null = null;
  /** The attempt whose result was answered again for its Idempotency-Key. */
  replayedAttempt: number | null = null;
  reservedAt: Date;
  /** Whether its holder's lease had expired when the row was read. */
  lapsed = false;

  static reserve(
    callId: string,
    accountId: string,
    facts: CallFacts,
    mode: CallMode,
    month: string,
    now: Date,
  ): MeteredCall {
    return Object.assign(new MeteredCall(), {
      callId,
      accountId,
      month,
      attempt: 1,
      state: 'reserved',
      mode,
      facts,
      reservedAt: now,
    });
  }

  /** Makes a released call in place of one that was abandoned before its reservation arrived, so that the late reservation finds it released. */
  static tombstone(callId: string, accountId: string, month: string, now: Date): MeteredCall {
    const facts: CallFacts = { idemHash: null, bodyHash: null, client: '', endpoint: '', holder: null };
    return Object.assign(MeteredCall.reserve(callId, accountId, facts, 'sync', month, now), { state: 'released' });
  }

  reserveAgain(callId: string, facts: CallFacts, mode: CallMode, month: string, now: Date): void {
    this.require('released', 'refunded');
    Object.assign(this, {
      callId,
      facts,
      mode,
      month,
      state: 'reserved',
      attempt: this.attempt + 1,
      reservedAt: now,
      resultRef: null,
      subject: null,
      hiddenAt: null,
    });
  }

  charge(resultRef: string, subject: CallSubject | null): void {
    this.require('reserved');
    this.state = 'charged';
    this.resultRef = resultRef;
    this.subject = subject;
  }

  release(): void {
    this.require('reserved');
    this.state = 'released';
  }

  refund(reason: string): void {
    this.require('charged');
    this.state = 'refunded';
    this.refundReason = reason;
  }

  /** Whether a repeat of its Idempotency-Key got the result of the current attempt. */
  get isReplayed(): boolean {
    return this.replayedAttempt === this.attempt;
  }

  replay(): void {
    this.require('charged');
    this.replayedAttempt = this.attempt;
  }

  /** Hides its subject; it stays charged. */
  hide(now: Date): void {
    this.require('charged');
    Object.assign(this, { resultRef: null, subject: null, hiddenAt: now });
  }

  /** Frees its Idempotency-Key for another call. */
  forgetKey(): void {
    this.require('charged', 'released', 'refunded');
    this.facts = { ...this.facts, idemHash: null };
  }

  private require(...states: CallState[]): void {
    if (!states.includes(this.state))
      throw new Error(`A metered call that is ${this.state} cannot make this transition`);
  }
}
