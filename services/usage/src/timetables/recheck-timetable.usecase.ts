import { Inject, Injectable, Optional } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { DataSource } from 'typeorm';
import { type Timetable, FREE_TIMETABLE } from '../quota/quota-limit.rule.js';
import { BillingTimetables } from './billing-timetables.provider.js';

/** In this time usage asks billing about an account at most once because calls are refused, and at most once because its usage is displayed. */
const ONCE_IN_MS = 5_000;
const MAX_ACCOUNTS = 10_000;
const MAX_UNDER_WAY = 100;

/** What depends on the answer: the refusal of a call, the end of the waiting items of a batch, or the display of the account's usage. */
type Why = 'refusal' | 'end_of_batch' | 'look';

/**
 * Reads the account's timetable from billing before a call is refused for lack of quota, and before an account is shown that no videos remain. So an
 * upgrade takes effect immediately, and not when its event arrives (QUOTA-9). When billing does not answer, usage decides with the stored timetable.
 */
@Injectable()
export class RecheckTimetable {
  /** Recent reads by account, oldest first. Later questions within ONCE_IN_MS share the answer, also while it is pending. */
  private readonly asked = new Map<string, { atMs: number; why: Why; answer: Promise<Timetable | null> }>();
  private underWay = 0;

  /** `nowMs` is a monotonic clock: the business clock may be moved. */
  constructor(
    @Inject(BillingTimetables) private readonly billing: Pick<BillingTimetables, 'read' | 'rests'>,
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly nowMs = () => performance.now(),
  ) {}

  /**
   * Billing's answer within the last 5 s, already stored. Null when billing did not answer, or was not asked because of a recent failure or too many
   * questions. A refusal does not use an answer that was read to display the usage, because customers often look at their usage just before they buy a
   * plan. The end of a batch uses no earlier answer, because a refused call can be repeated, and an ended item cannot. Call it outside of a transaction.
   */
  async execute(accountId: string, why: Why): Promise<Timetable | null> {
    const nowMs = this.nowMs();
    for (const [id, { atMs }] of this.asked) {
      if (nowMs - atMs < ONCE_IN_MS) break;
      this.asked.delete(id);
    }
    const earlier = this.asked.get(accountId);
    if (earlier && why !== 'end_of_batch' && (why === 'look' || earlier.why !== 'look')) return earlier.answer;
    const full = this.asked.size >= MAX_ACCOUNTS || this.underWay >= MAX_UNDER_WAY;
    if (full || this.billing.rests()) return null;
    const answer = this.ask(accountId);
    this.asked.delete(accountId);
    this.asked.set(accountId, { atMs: nowMs, why, answer });
    return answer;
  }

  private async ask(accountId: string): Promise<Timetable | null> {
    this.underWay++;
    try {
      const read = await this.billing.read(this.database.manager, accountId);
      return read ? (read.timetable ?? FREE_TIMETABLE) : null;
    } catch (error) {
      this.logger.warn({ err: error }, 'a timetable could not be read again');
      return null;
    } finally {
      this.underWay--;
    }
  }
}
