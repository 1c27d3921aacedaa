import { Inject, Injectable } from '@nestjs/common';
import type { RequestRecord } from '@precis/proto/usage/v1/usage';
import { backoffMs } from '@precis/runtime/backoff';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { outsideTraces } from '@precis/runtime/tracing/active-trace';
import { Counter, Registry } from 'prom-client';
import { USAGE, type UsageRpc } from '../rpc-clients.js';
import { RecordBudget } from './record-budget.js';

const MOST_WAITING = 5_000;
const BATCH = 500;
const EVERY_MS = 500;
/** Delays between attempts to send a batch. A restarting usage service is back within their sum. */
const BETWEEN = { firstMs: 500, factor: 2, capMs: 4_000 };
const DEADLINE_MS = 3_000;
/** Attempts to send a batch. Then it is dropped, so that records do not pile up while usage is unavailable. */
const MOST_TRIES = 5;
/** Hourly records per account of calls that used no quota. Every call that used quota is recorded in addition. */
const UNCOUNTED_PER_HOUR = 3_600;

/**
 * Sends the records of requests to usage, in batches (API-33). A killed process loses the waiting records: those of half a second, or more while
 * usage is unavailable. That is acceptable, because charges never depend on a record.
 */
@Injectable()
export class RequestRecords {
  private waiting: RequestRecord[] = [];
  private readonly budget = new RecordBudget(UNCOUNTED_PER_HOUR);
  private readonly lost: Counter<'why'>;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private tries = 0;
  private isClosed = false;

  constructor(
    @Inject(USAGE) private readonly usage: UsageRpc,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Registry,
  ) {
    this.lost = new Counter({
      name: 'precis_request_records_lost_total',
      help: 'Records of requests that were not kept: full (too many waited), away (usage did not take them), budget (too many uncharged requests of one account).',
      labelNames: ['why'],
      registers: [metrics],
    });
    for (const why of ['full', 'away', 'budget']) this.lost.inc({ why }, 0);
  }

  /**
   * `tookUnit`: the call was charged, or its job was accepted, before its client got the answer or left. The quota bounds the number of such records.
   * Refused and failed calls cost their sender nothing, so a budget bounds their number.
   */
  add(record: RequestRecord, tookUnit: boolean): void {
    if (!tookUnit && !this.budget.take(record.accountId)) return void this.lost.inc({ why: 'budget' });
    if (this.isClosed) return void this.lost.inc({ why: 'away' });
    if (this.waiting.length >= MOST_WAITING) return void this.lost.inc({ why: 'full' });
    this.waiting.push(record);
    this.timer ??= outsideTraces(() => setTimeout(() => void this.flush(), EVERY_MS));
  }

  /** Sends the waiting records. Never rejects: a failed batch is sent again later, and dropped after MOST_TRIES attempts. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.sending ??= this.send().finally(() => {
      this.sending = undefined;
      if (this.waiting.length > 0 && !this.isClosed)
        this.timer ??= setTimeout(() => void this.flush(), backoffMs(BETWEEN, this.tries + 1, Math.random()));
    }));
  }

  /** Sends the waiting records once more, for at most `limitMs`, and stops the timer. Records that usage has not accepted by then are lost. */
  async close(limitMs: number): Promise<void> {
    const sending = (this.sending ?? Promise.resolve()).then(() => this.flush());
    await within(limitMs, sending, () => new Error('usage did not answer')).catch(() => undefined);
    this.isClosed = true;
    clearTimeout(this.timer);
    const records = this.waiting.length;
    if (records === 0) return;
    this.lost.inc({ why: 'away' }, records);
    this.logger.warn({ records }, 'stopped with unsent records of requests');
  }

  private async send(): Promise<void> {
    while (this.waiting.length > 0) {
      const records = this.waiting.slice(0, BATCH);
      try {
        await this.usage.recordRequests({ records }, { deadlineMs: DEADLINE_MS });
        this.tries = 0;
      } catch (error) {
        if (++this.tries < MOST_TRIES) return;
        this.tries = 0;
        this.lost.inc({ why: 'away' }, records.length);
        this.logger.warn({ err: error, records: records.length }, 'usage did not accept the records of requests');
      }
      this.waiting = this.waiting.slice(records.length);
    }
  }
}
