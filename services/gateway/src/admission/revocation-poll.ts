import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ListRevokedResponse } from '@precis/proto/auth/v1/auth';
import type { Logger } from '@precis/runtime/logger';
import { LOGGER } from '@precis/runtime/foundation.module';
import { AUTH, type AuthRpc } from '../rpc-clients.js';

/** A moment on both clocks of this machine. */
export interface Moment {
  /** Only passes, yet may stand still while the machine is suspended. */
  steadyMs: number;
  /** Goes on while the machine is suspended, yet may be set. */
  wallMs: number;
}

/** The machine's time, for what must not be believed longer than it is true. */
export class OwnTime {
  constructor(
    private readonly steadyNowMs: () => number = () => performance.now(),
    private readonly wallNowMs: () => number = () => Date.now(),
  ) {}

  now(): Moment {
    return { steadyMs: this.steadyNowMs(), wallMs: this.wallNowMs() };
  }

  /**
   * How long ago that was, by the clock that says more. After a suspended machine the wall clock knows; a wall clock that was set,
   * either way, makes a moment look older than it is, never younger.
   */
  since(moment: Moment): number {
    return Math.max(this.steadyNowMs() - moment.steadyMs, Math.abs(this.wallNowMs() - moment.wallMs));
  }
}

const POLL_INTERVAL_MS = 250;
const POLL_DEADLINE_MS = 500;
/** Cached credentials count only while the last good poll began this recently: a revoked one dies within 1 s (KEY-4, ACC-20). */
const FRESH_MS = 900;
/** Longer than a credential stays in the cache, by the same clock, which is also longer than any ask takes. */
const REMEMBERED_MS = 75_000;
const MOST_REMEMBERED = 50_000;
/** An auth of an older release sends no cursor and tells 120 s back. */
const TOLD_WITHOUT_CURSOR_MS = 60_000;

/**
 * Asks auth every 250 ms which sessions and keys were revoked since the last answer. Needs no events, so it holds with the bus down;
 * and the question is "since that answer", not "since that time", so it holds over any step of a clock, any gap and a machine that
 * stood still: what was missed is in the next answer, and until then nothing is fresh.
 */
@Injectable()
export class RevocationPoll {
  /** Ids and when they were heard of, on the own steady clock; the oldest first. */
  private readonly revoked = new Map<string, number>();
  private cursor = '';
  private lineNumber = 0;
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

  /** Readiness: throws when the list is stale and auth does not answer now either. A process that was merely busy asks once. */
  async requireFresh(): Promise<void> {
    await this.asking?.catch(() => undefined);
    if (!this.isFresh()) await this.ask();
  }

  isFresh(): boolean {
    return this.lastGood !== undefined && this.time.since(this.lastGood) < FRESH_MS;
  }

  /**
   * The number of the unbroken line of answers. What auth said of a credential may be remembered while this is still the number that
   * it was when auth was asked: from then on every revocation is heard of.
   */
  get line(): number {
    return this.lineNumber;
  }

  /** True when the credential was heard to be revoked after `steadyMs`; what auth is asked later it answers by itself. */
  isRevokedSince(credentialId: string, steadyMs: number): boolean {
    return (this.revoked.get(credentialId) ?? -Infinity) >= steadyMs;
  }

  private async poll(): Promise<void> {
    const startedMs = performance.now();
    await this.ask().catch((error: unknown) => this.logger.debug({ err: error }, 'revocation poll failed'));
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.poll(), Math.max(0, POLL_INTERVAL_MS - (performance.now() - startedMs)));
  }

  /** One question at a time, so that each follows the answer before. */
  private ask(): Promise<void> {
    this.asking ??= this.askNow().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async askNow(): Promise<void> {
    const begun = this.time.now();
    this.hear(await this.auth.listRevoked({ cursor: this.cursor }, { deadlineMs: POLL_DEADLINE_MS }));
    // An answer that was under way while the machine stood still is as old as its question.
    this.lastGood = begun;
  }

  private hear({ ids, cursor, follows }: ListRevokedResponse): void {
    const { steadyMs } = this.time.now();
    const olderRelease =
      cursor === '' && this.lastGood !== undefined && this.time.since(this.lastGood) < TOLD_WITHOUT_CURSOR_MS;
    if (!follows && !olderRelease) this.lineNumber++;
    // Beside copies of an older release the place of the last newer answer stays good.
    if (cursor !== '') this.cursor = cursor;
    for (const id of ids) {
      this.revoked.delete(id);
      this.revoked.set(id, steadyMs);
    }
    for (const [id, heardMs] of this.revoked) {
      if (steadyMs - heardMs < REMEMBERED_MS && this.revoked.size <= MOST_REMEMBERED) break;
      // Forgotten too early: then nothing that was admitted before may be believed.
      if (steadyMs - heardMs < REMEMBERED_MS) this.lineNumber++;
      this.revoked.delete(id);
    }
  }
}
