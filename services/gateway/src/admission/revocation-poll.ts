import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ListRevokedResponse } from '@precis/proto/auth/v1/auth';
import type { Logger } from '@precis/runtime/logger';
import { LOGGER } from '@precis/runtime/foundation.module';
import { AUTH, type AuthRpc } from '../rpc-clients.js';

/** A moment on both clocks of this machine. */
export interface Moment {
  /** Never set, but may stand still while the machine is suspended. */
  steadyMs: number;
  /** Advances while the machine is suspended, but may be set. */
  wallMs: number;
}

/** Measures how old a fact is, for facts that must not be trusted after they expire. */
export class OwnTime {
  constructor(
    private readonly steadyNowMs: () => number = () => performance.now(),
    private readonly wallNowMs: () => number = () => Date.now(),
  ) {}

  now(): Moment {
    return { steadyMs: this.steadyNowMs(), wallMs: this.wallNowMs() };
  }

  /**
   * Milliseconds since `moment`, by the clock that shows more. After a suspension, the wall clock shows the real time. A wall clock that was set in
   * either direction makes a moment look older than it is, never younger.
   */
  since(moment: Moment): number {
    return Math.max(this.steadyNowMs() - moment.steadyMs, Math.abs(this.wallNowMs() - moment.wallMs));
  }
}

const POLL_INTERVAL_MS = 250;
const POLL_DEADLINE_MS = 500;
/** Cached credentials are trusted only while the last successful poll began this recently, so that a revoked one dies within 1 s (KEY-4, ACC-20). */
const FRESH_MS = 900;
/** Longer than a credential stays in the cache by the same clock, and longer than any question to auth takes. */
const REMEMBERED_MS = 75_000;
const MOST_REMEMBERED = 50_000;
/**
 * An auth of an older release sends no cursor, and its answers cover the last 120 s. Such an answer misses nothing when the last good poll is at most
 * this old; the other half of the 120 s is a margin.
 */
const TOLD_WITHOUT_CURSOR_MS = 60_000;

/**
 * Asks auth every 250 ms which sessions and keys were revoked since its last answer. It needs no events, so it works while the event bus is down.
 * It asks by cursor and not by time, so it also holds when a clock is set, after any gap, and after the machine stood still. The next answer
 * contains everything that was missed; until then nothing is fresh.
 */
@Injectable()
export class RevocationPoll {
  /** Ids and when this process received them, on its own monotonic clock; the oldest first. */
  private readonly revoked = new Map<string, number>();
  private cursor = '';
  private epochNumber = 0;
  private lastGood?: Moment;
  private timer?: NodeJS.Timeout;
  private asking?: Promise<void>;
  private stopped = false;

  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly time: OwnTime = new OwnTime(),
  ) {}

  start(): void {
    void this.poll();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Readiness check: throws when the list is stale and auth does not answer now either. A process that was merely busy recovers by asking once. */
  async requireFresh(): Promise<void> {
    await this.asking?.catch(() => undefined);
    if (!this.isFresh()) await this.ask();
  }

  isFresh(): boolean {
    return this.lastGood !== undefined && this.time.since(this.lastGood) < FRESH_MS;
  }

  /**
   * Grows when this process may have missed a revocation, or has dropped one too early. An answer of auth about a credential may be cached while the
   * epoch is the same as when auth was asked, because every revocation since then was received.
   */
  get epoch(): number {
    return this.epochNumber;
  }

  /** True when the credential's revocation was received after `steadyMs`. An answer of auth that was asked for later already reflects it. */
  isRevokedSince(credentialId: string, steadyMs: number): boolean {
    return (this.revoked.get(credentialId) ?? -Infinity) >= steadyMs;
  }

  private async poll(): Promise<void> {
    const startedMs = performance.now();
    await this.ask().catch((error: unknown) => this.logger.debug({ err: error }, 'revocation poll failed'));
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.poll(), Math.max(0, POLL_INTERVAL_MS - (performance.now() - startedMs)));
  }

  /** One question at a time, so that each continues from the answer before. */
  private ask(): Promise<void> {
    this.asking ??= this.askNow().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async askNow(): Promise<void> {
    const begun = this.time.now();
    this.hear(await this.auth.listRevoked({ cursor: this.cursor }, { deadlineMs: POLL_DEADLINE_MS }));
    // An answer that was delayed while the machine stood still is as old as its question.
    this.lastGood = begun;
  }

  private hear({ ids, cursor, follows }: ListRevokedResponse): void {
    const { steadyMs } = this.time.now();
    const olderRelease =
      cursor === '' && this.lastGood !== undefined && this.time.since(this.lastGood) < TOLD_WITHOUT_CURSOR_MS;
    if (!follows && !olderRelease) this.epochNumber++;
    // A copy of an older release sends no cursor. The cursor of the last newer answer stays valid.
    if (cursor !== '') this.cursor = cursor;
    for (const id of ids) {
      this.revoked.delete(id);
      this.revoked.set(id, steadyMs);
    }
    for (const [id, heardMs] of this.revoked) {
      if (steadyMs - heardMs < REMEMBERED_MS && this.revoked.size <= MOST_REMEMBERED) break;
      // This id is dropped too early, so no credential that was admitted before may be trusted.
      if (steadyMs - heardMs < REMEMBERED_MS) this.epochNumber++;
      this.revoked.delete(id);
    }
  }
}
